/** A bug in the sandbox itself, for whoever reads its standard error. */
export function logFailure(error: unknown): void {
  process.stderr.write(`svcpay-sandbox: ${error instanceof Error ? error.stack : error}\n`)
}
