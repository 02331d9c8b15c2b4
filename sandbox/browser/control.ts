interface Refusal {
  readonly error?: { readonly message?: string }
}

/** Calls one of the sandbox's controls, and throws its message if it refuses. */
export async function control<T>(path: string, body: object, method = 'POST'): Promise<T> {
  const response = await fetch(`/_sandbox/${path}`, { method, body: JSON.stringify(body) })
  const answer: T & Refusal = await response.json()
  if (!response.ok) throw new Error(answer.error?.message ?? `the sandbox answered ${response.status}`)
  return answer
}

export function messageOf(error: unknown): string {
  return error instanceof TypeError || !(error instanceof Error)
    ? 'The sandbox does not answer. Is it still running?'
    : error.message
}
