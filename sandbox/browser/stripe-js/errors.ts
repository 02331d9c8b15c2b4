/** The page uses the script in a way that cannot work. The message is for its author. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError'
}

export function requireText(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new IntegrationError(`${what} must be a non-empty string`)
}

export function requireSecret(value: unknown): string {
  const secret = requireText(value, 'the client secret')
  if (/^pi_[^_]+_secret_.+/.test(secret)) return secret
  throw new IntegrationError('the client secret must belong to a payment intent: pi_…_secret_…')
}
