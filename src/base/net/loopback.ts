/** Whether a host leads to this computer: the `hostname` of a URL, or an IP address without brackets. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
}
