import { CommandFault } from './context.ts'

/** Asks the merchant API or the sandbox; a refusal is a fault with its reason. */
export async function ask<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init).catch(() => {
    throw new CommandFault(`Nothing answers at ${new URL(url).origin}: start svcpay up.`)
  })
  const answer = (await response.json().catch(() => ({}))) as Answer & Refusal
  if (!response.ok) throw new CommandFault(reasonOf(answer) ?? `HTTP ${response.status}`)
  return answer
}

/** The sandbox speaks as Stripe does, the service in problems. */
interface Refusal {
  error?: { message: string }
  detail?: string
  errors?: { path: string; message: string }[]
}

function reasonOf(answer: Refusal): string | undefined {
  const fields = (answer.errors ?? []).map(({ path, message }) => `${path} ${message}`)
  return answer.error?.message ?? (answer.detail && [answer.detail, ...fields].join(' '))
}
