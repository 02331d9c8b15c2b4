/** What the processor still needs from a merchant, in words, each once. */
export function requiredItems(requirements: string | null): string[] {
  return [...new Set((requirements?.split(', ') ?? []).map(itemText))]
}

/** `individual.verification.document` reads "Individual: verification document". */
function itemText(item: string): string {
  const known = item
    .replace(/^tos_acceptance\..*/, 'acceptance_of_the_terms')
    .replace(/^external_account$/, 'bank_account_for_payouts')
    .replace(/\burl$/, 'web address')
  const [first = '', ...others] = known.split('.').map(part => part.replaceAll('_', ' '))
  const whole = others.length > 0 ? `${first}: ${others.join(' ')}` : first
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
