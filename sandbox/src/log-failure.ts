/** Reports a bug in the sandbox itself on standard error. */
export function logFailure(error: unknown): void {
  process.stderr.write(`svcpay-sandbox: ${error instanceof Error ? error.stack : error}\n`)
}
