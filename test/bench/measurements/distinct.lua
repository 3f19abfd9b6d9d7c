-- Each request ends in another comment, so that no server can give two of them one answer.
local number = 0
request = function()
  number = number + 1
  return wrk.format(nil, wrk.path .. "%20%23" .. number)
end
