/** Whether a URL can lead to nowhere but this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname)
}
