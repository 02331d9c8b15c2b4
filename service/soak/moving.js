import { setTimeout as pause } from 'node:timers/promises'

/** Moves merchants one by one between two processors, and back while time remains. */
export function openMoving() {
  const names = ['stripe', 'stripe-2']
  const from = new Date(Date.now() - 60_000).toISOString()
  let moves = 0

  return {
    names,

    async run(merchants, operator, until) {
      const started = Date.now()
      const everyMs = (until - started) / 2 / merchants.length
      for (let n = 0; Date.now() < until; n++) {
        const { merchantId } = merchants[n % merchants.length]
        const processor = names[(Math.floor(n / merchants.length) + 1) % names.length]
        const moved = await operator(`/merchants/${merchantId}/processor`, { processor, when: 'now' })
        if (moved) moves += 1
        else n -= 1
        // paced by the clock, so that slow calls do not leave out merchants
        await pause(moved ? Math.max(0, started + (n + 1) * everyMs - Date.now()) : 100)
      }
    },

    /** Compares the books with both processors, as an operator would. */
    async report(world) {
      const rows = await world.db`
        select processor, count(*)::int as payments, count(distinct merchant_id)::int as merchants
        from payments group by processor order by processor`
      const shares = rows.map(row => `${row.processor} ${row.payments} of ${row.merchants} merchants`)
      console.log(`moves ${moves}, payments: ${shares.join(', ')}`)
      const { code, stdout } = await world.command('reconcile', '--url', world.url, '--from', from)
      console.log(`reconcile: exit code ${code}\n${stdout.trim()}`)
      return code === 0 ? [] : [{ what: 'reconcile', code }]
    },
  }
}
