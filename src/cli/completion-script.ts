/** Shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Name of a shell. */
export type Shell = (typeof SHELLS)[number];

/** The verb of the scripts, which no help lists: it prints what may complete a line. */
export const COMPLETE = '__complete';

/**
 * The script with which a shell completes the command lines of crategraph. It asks crategraph for the words, which it
 * never evaluates, and completes file names where there are none.
 */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion of crategraph
_crategraph() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(command crategraph ${COMPLETE} bash "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  # The words end in a blank where one belongs. Without words "-o default" completes file names.
  [ \${#COMPREPLY[@]} -eq 0 ] || compopt -o nospace 2>/dev/null
}
complete -o default -o bashdefault -F _crategraph crategraph
`,
  zsh: `#compdef crategraph
_crategraph() {
  local line word
  local -a words_found shown list
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    words_found+=("$word")
    if [[ $line == *$'\\t'?* ]]; then
      shown+=("$word  -- \${line#*$'\\t'}")
      list=(-l)
    else
      shown+=("$word")
    fi
  done < <(command crategraph ${COMPLETE} zsh "\${(@Q)words[2,CURRENT-1]}" "\${\${compstate[quote]:+$PREFIX}:-\${(Q)PREFIX}}" 2>/dev/null)
  if (( $#words_found )); then
    compadd $list -d shown -a words_found
  else
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _crategraph ]]; then
  _crategraph
else
  compdef _crategraph crategraph
fi
`,
  fish: `function __crategraph_find -d 'Ask crategraph for words; without any, fish completes file names'
    set -l words (commandline -opc)
    set -e words[1]
    set -g __crategraph_found (command crategraph ${COMPLETE} fish $words (commandline -ct) 2>/dev/null)
    set -q __crategraph_found[1]
end
complete -c crategraph -n __crategraph_find -f -k -a '$__crategraph_found'
`,
};
