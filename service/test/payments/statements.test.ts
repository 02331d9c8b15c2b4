import { beforeEach, describe, expect, it } from 'vitest'
import { newKey, usePaying } from '../support/paying.ts'

const start = Date.now()
/** Time stands still, so that a key stays remembered. */
const paying = usePaying({ clock: { now: () => new Date(start), elapsedMs: () => 0 } })

let sent: string[]

beforeEach(async () => {
  await paying.create()
  sent = []
  paying.service.db.options.debug = (_connection, text) => {
    const statement = text.replaceAll(/\s+/g, ' ').trim()
    // statements that belong to no call: the driver sends some on each connection, and the process some periodically
    if (
      /pg_catalog|pg_class|pg_stat_get|^analyze|^update open_operations set lease_until|^select extract|database_identity|identity_changes/.test(
        statement,
      )
    )
      return
    sent.push(statement)
  }
})

/** Statements outside a transaction commit by themselves. */
function commits(): number {
  let inTransaction = false
  let count = 0
  for (const text of sent) {
    if (/^begin/i.test(text)) inTransaction = true
    else if (!inTransaction) count += 1
    else if (/^(commit|rollback)/i.test(text)) {
      count += 1
      inTransaction = false
    }
  }
  return count
}

describe('the statements of a call, once the key is remembered', () => {
  it('create: two statements, each a commit, with the processor between them', async () => {
    expect((await paying.create()).status).toBe(200)
    expect(sent).toEqual([
      expect.stringMatching(/^with "claimed" as \( insert into operations .* insert into open_operations /),
      expect.stringMatching(/^with "ended" as \( delete .* update operations .* insert into payments /),
    ])
    expect(commits()).toBe(2)
  })

  it('a replayed create: one insert that finds the key taken, and one look-up', async () => {
    const key = newKey()
    await paying.create({}, key)
    sent.length = 0
    expect((await paying.create({}, key)).headers.get('idempotent-replayed')).toBe('true')
    expect(sent).toHaveLength(2)
  })

  it('retrieve: one statement', async () => {
    const { body } = await paying.create()
    sent.length = 0
    expect((await paying.get(`/payments/${body.svcPaymentId}`)).status).toBe(200)
    expect(sent).toEqual([expect.stringMatching(/^select .* from payments where /)])
  })

  it.each([
    ['', 1],
    ['?status=succeeded', 1],
    ['?status=canceled', 2],
  ])('list%s: %i, the second to find out how current the statuses are', async (query, statements) => {
    expect((await paying.get(`/payments${query}`)).status).toBe(200)
    expect(sent).toHaveLength(statements)
  })

  it.each(['capture', 'cancel', 'refund'])(
    '%s: look-ups of payment and key, three transactions (reading, begin, end), and the acknowledgment',
    async kind => {
      const { id } = await paying.pay({ captureMethod: kind === 'refund' ? 'automatic' : 'manual' })
      await paying.post(`/payments/${id}/${kind === 'refund' ? 'capture' : 'refund'}`)
      // the previous call's answer is acknowledged only after it was sent
      await expect.poll(() => paying.service.db`select 1 from operations where answer_owed`).toHaveLength(0)
      sent.length = 0
      const headers = { 'idempotency-key': newKey() }
      expect((await paying.post(`/payments/${id}/${kind}`, {}, headers)).status).toBe(200)
      await expect.poll(() => sent.at(-1)).toMatch(/^update operations set answer_owed = false /)
      expect(sent.filter(text => /^begin/i.test(text))).toHaveLength(3)
      expect(commits(), sent.join('\n')).toBe(kind === 'cancel' ? 7 : 6)
    },
  )
})
