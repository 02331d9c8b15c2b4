import { beforeAll, describe, expect, it } from 'vitest'
import { merchantStatement } from '../../src/ledger/statement.sql.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { run } from '../cli/in-process.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'
import { operatorToken } from '../support/service.ts'

const paying = usePaying({ env: { SVC_FEE_BPS: '200' } })

const svcpay = (...args: string[]) =>
  run(args, { PORT: new URL(paying.service.url).port, SVC_OPERATOR_TOKEN: operatorToken })
const statement = (...args: string[]) =>
  svcpay('ledger', 'statement', '--merchant', paying.merchant.merchantId, ...args)
const march = ['--from', '2026-03-01', '--to', '2026-04-01']

/** A payment whose ledger entries have that time. */
async function paidAt(at: string, body: Record<string, unknown> = {}): Promise<string> {
  const { id } = await paying.pay({ captureMethod: 'manual', ...body })
  expect((await paying.post(`/payments/${id}/capture`)).status).toBe(200)
  await dateBack(id, ['capture'], at)
  return id
}

/** The database dates entries and refuses changes, so this switches off its guards. */
async function dateBack(id: string, kinds: string[], at: string) {
  await paying.service.db.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`update ledger_entries set posted_at = ${at} where payment_id = ${id} and kind = any(${kinds})`
  })
}

const orderRefs = { first: 'plain', last: 'Tisch 4, "Fenster"', formula: '=HYPERLINK("https://x.example")' }
const paid: Record<string, string> = {}
let other: PayingMerchant
let abroad: PayingMerchant

beforeAll(async () => {
  paid.before = await paidAt('2026-02-10T12:00:00.000Z', { amountCents: 10_000 })
  paid.first = await paidAt('2026-03-01T00:00:00.000Z', { orderRef: orderRefs.first })
  paid.euro = await paidAt('2026-03-05T08:00:00.000Z', { currency: 'eur', orderRef: orderRefs.formula })
  expect((await paying.post(`/payments/${paid.before}/refund`, { amountCents: 2500 })).status).toBe(200)
  await dateBack(paid.before, ['refund', 'fee_refund'], '2026-03-10T08:00:00.000Z')
  paid.last = await paidAt('2026-03-31T23:59:59.999Z', { amountCents: 700, orderRef: orderRefs.last })
  paid.after = await paidAt('2026-04-01T00:00:00.000Z')
  const mine = paying.merchant
  other = await paying.addMerchant()
  paying.merchant = other
  await paidAt('2026-03-15T00:00:00.000Z', { amountCents: 9999 })
  abroad = await paying.addMerchant()
  paying.merchant = abroad
  await paidAt('2026-03-02T00:00:00.000Z', { currency: 'jpy', amountCents: 1_234_567 })
  await paidAt('2026-03-03T00:00:00.000Z', { currency: 'kwd', amountCents: 1_234_570 })
  paying.merchant = mine
})

describe('a statement', () => {
  const lines = [
    ['2026-03-01T00:00:00.000Z', 'capture', 'first', orderRefs.first, 'usd', 5000, 100, 4900],
    ['2026-03-05T08:00:00.000Z', 'capture', 'euro', orderRefs.formula, 'eur', 5000, 100, 4900],
    ['2026-03-10T08:00:00.000Z', 'fee_refund', 'before', null, 'usd', 0, -50, 50],
    ['2026-03-10T08:00:00.000Z', 'refund', 'before', null, 'usd', -2500, 0, -2500],
    ['2026-03-31T23:59:59.999Z', 'capture', 'last', orderRefs.last, 'usd', 700, 14, 686],
  ] as const
  const usd = {
    currency: 'usd',
    openingCents: 9800,
    grossCents: 3200,
    feeCents: 64,
    netCents: 3136,
    closingCents: 12_936,
  }
  const eur = {
    currency: 'eur',
    openingCents: 0,
    grossCents: 5000,
    feeCents: 100,
    netCents: 4900,
    closingCents: 4900,
  }

  it('as JSON has the balances and the movements of the period, with its start but without its end', async () => {
    const { code, stdout, stderr } = await statement(...march, '--format', 'json')
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
      isFinal: true,
      lines: lines.map(([postedAt, kind, name, orderRef, currency, grossCents, feeCents, netCents]) => ({
        postedAt,
        kind,
        paymentId: paid[name],
        orderRef,
        currency,
        grossCents,
        feeCents,
        netCents,
      })),
      totals: [eur, usd],
    })
  })

  const header = 'postedAt,kind,paymentId,orderRef,currency,grossCents,feeCents,netCents'
  const refs = ['plain', `"'=HYPERLINK(""https://x.example"")"`, '', '', '"Tisch 4, ""Fenster"""']
  const rows = () => [
    '2026-03-01T00:00:00.000Z,opening_balance,,,eur,,,0',
    '2026-03-01T00:00:00.000Z,opening_balance,,,usd,,,9800',
    ...lines.map(([at, kind, name, , ...rest], i) =>
      [at, kind, paid[name], refs[i], ...rest].map(String).join(','),
    ),
    '2026-04-01T00:00:00.000Z,closing_balance,,,eur,,,4900',
    '2026-04-01T00:00:00.000Z,closing_balance,,,usd,,,12936',
  ]
  const file = (query = '', { merchantId } = paying.merchant) => {
    const period = 'from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z'
    const path = `/admin/v1/ledger/statement?merchantId=${merchantId}&${period}&format=csv${query}`
    return paying.service.call('GET', path, { operator: true })
  }

  it('as CSV opens and closes with the balances, quotes commas and quotes, and disarms formulas', async () => {
    const { stdout } = await statement(...march, '--format', 'csv')
    expect(stdout.trimEnd().split('\r\n')).toEqual([header, ...rows()])
  })

  it('is the same file from the API, with a name', async () => {
    const { status, text, headers } = await file()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="statement-[a-z0-9-]+-2026-03-01-2026-03-31\.csv"$/,
    )
    expect(text).toBe(`${[header, ...rows()].join('\r\n')}\r\n`)
    const dollars = (await file('&currency=usd')).text.trimEnd().split('\r\n')
    expect(dollars).toEqual([header, ...rows().filter(row => row.includes(',usd,'))])
    expect((await file('&limit=2')).status).toBe(400)
  })

  it('as a table has the same columns and rows', async () => {
    const { stdout } = await statement(...march)
    const table = stdout.trimEnd().split('\n')
    expect(table[0]?.split(/ +/)).toEqual(header.split(','))
    expect(table).toHaveLength(1 + rows().length)
    expect(table.at(-1)).toMatch(/closing_balance +– +– +usd +– +– +12936$/)
    expect(stdout).toContain('Tisch 4, "Fenster"')
  })

  it('is exact in currencies without decimals and with three', async () => {
    const { text } = await file('', abroad)
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map(row => row.split(',').slice(4).join()),
    ).toEqual([
      'jpy,,,0',
      'kwd,,,0',
      'jpy,1234567,24691,1209876',
      'kwd,1234570,24691,1209879',
      'jpy,,,1209876',
      'kwd,,,1209879',
    ])
  })

  it('of adjoining periods closes where the next one opens, and counts nothing twice', async () => {
    const { db } = paying.service
    const bounds = [
      '2026-01-01',
      '2026-02-10T12:00:00Z',
      '2026-03-01',
      '2026-03-31T23:59:59.999Z',
      '2026-05-01',
    ]
    let closing = 0
    let count = 0
    for (const [i, from] of bounds.slice(0, -1).entries()) {
      const period = { from: new Date(from), to: new Date(bounds[i + 1] ?? '') }
      const { lines, totals } = await merchantStatement(db, {
        merchantId: paying.merchant.merchantId,
        ...period,
      })
      const total = totals.find(({ currency }) => currency === 'usd')
      expect(total?.openingCents ?? 0).toBe(closing)
      closing = total?.closingCents ?? 0
      count += lines.length
    }
    expect(count).toBe(7)
    expect(closing).toBe(12_936 + 4900)
  })

  it('waits for entries in progress, so that none falls between two periods', async () => {
    const { db } = paying.service
    const merchantId = paying.merchant.merchantId
    const from = new Date('2026-05-01')
    let read: ReturnType<typeof merchantStatement> | undefined
    let to = from
    let isRead = false
    await db
      .begin(async tx => {
        await tx`
          insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
            merchant_cents, platform_fees_cents)
          values (${merchantId}, ${paid.first ?? ''}, 'refund:re_slow', 'refund', 'test', 'usd', 1, -1, 0)`
        const [now] = await tx<{ at: Date }[]>`select clock_timestamp() + interval '1 ms' as at`
        to = now?.at ?? to
        const isOver = () => db`select 1 where clock_timestamp() > ${to}`
        await expect.poll(isOver).toHaveLength(1)
        read = merchantStatement(db, { merchantId, from, to }).finally(() => {
          isRead = true
        })
        for (let i = 0; i < 10; i++) await db`select pg_sleep(0.01)`
        expect(isRead).toBe(false)
      })
      .then(() => read)
    const first = await read
    expect(first).toMatchObject({ isFinal: true, lines: [{ kind: 'refund', netCents: -1 }] })
    const next = await merchantStatement(db, { merchantId, from: to, to: new Date(Date.now() + 60_000) })
    expect(next).toMatchObject({ isFinal: false, lines: [] })
    expect((await merchantStatement(db, { merchantId, from, to })).lines).toEqual(first?.lines)
    await db.begin(async tx => {
      await tx`set local session_replication_role = replica`
      await tx`delete from ledger_entries where fact = 'refund:re_slow'`
    })
  })

  it.each([
    [['--from', '2026-02-30'], 'must be a date'],
    [['--from', '5'], 'must be a date'],
    [['--from', '2026-03-01T10:00'], 'must be a date'],
    [['--from', '2026-04-01', '--to', '2026-03-01'], '--from must be before --to'],
    [['--format', 'xml'], 'xml'],
  ])('of %j is refused in one line', async (args, message) => {
    const { code, stdout, stderr } = await statement(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('of an unknown merchant is refused, not empty', async () => {
    const { code, stderr } = await svcpay('ledger', 'statement', '--merchant', 'mer_nobody')
    expect([code, stderr.trimEnd()]).toEqual([1, 'svcpay: Not found: No such merchant.'])
  })
})

describe('the database refuses', () => {
  const entry = (legs: { customer: number; merchant: number; fees: number }, fact = 'refund:re_x') =>
    paying.service.db`
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
        merchant_cents, platform_fees_cents, posted_at)
      values (${paying.merchant.merchantId}, ${paid.first ?? ''}, ${fact}, 'refund', 'test', 'usd',
        ${legs.customer}, ${legs.merchant}, ${legs.fees}, now())`

  it('an entry that does not balance', async () => {
    await expect(entry({ customer: 100, merchant: -99, fees: 0 })).rejects.toThrow('ledger_entries_balance')
  })

  it('a second posting of a fact', async () => {
    await expect(entry({ customer: -1, merchant: 1, fees: 0 }, 'capture')).rejects.toThrow(
      'ledger_entries_pkey',
    )
  })

  it('any change, deletion or truncation', async () => {
    const { db } = paying.service
    await expect(db`update ledger_entries set customer_cents = 0`).rejects.toThrow('append-only')
    await expect(db`delete from ledger_entries`).rejects.toThrow('append-only')
    await expect(db`truncate ledger_entries`).rejects.toThrow('append-only')
  })
})

/** Records without a payment, which only manual changes can create. */
const astray = {
  entry: `
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents)
    select merchant_id, $1, 'capture', 'capture', 'test', 'usd', -5, 5, 0 from payments limit 1`,
  refund: `
    insert into refunds (merchant_id, refund_id, payment_id, amount_cents, returns_fee, state, created_at, updated_at)
    select merchant_id, 'svcrf_00000000000000000000000000', $1, 5, true, 'released', now(), now() from payments limit 1`,
  dispute: `
    insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, state, created_at, updated_at)
    select merchant_id, $1, 'dp_1', 5, 'won', now(), now() from payments limit 1`,
}

const reservedRefund = `
  insert into refunds (merchant_id, refund_id, payment_id, amount_cents, returns_fee, state, created_at, updated_at)
  select merchant_id, 'svcrf_00000000000000000000000000', payment_id, 1, true, 'reserved', now(), now()
  from payments where payment_id = $1`

describe('svcpay ledger verify', () => {
  it('reports success in one line', async () => {
    const { code, stdout, stderr } = await svcpay('ledger', 'verify')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(
      'The ledger balances and matches the payments. Verified: 10 entries, one per movement of money, and 8 payments.\n',
    )
  })

  it('prints the differences and fails', async () => {
    const { db } = paying.service
    await db`update payments set captured_cents = captured_cents - 1 where payment_id = ${paid.last ?? ''}`
    const { code, stdout, stderr } = await svcpay('ledger', 'verify')
    const json = await svcpay('ledger', 'verify', '--json')
    await db`update payments set captured_cents = captured_cents + 1 where payment_id = ${paid.last ?? ''}`
    expect([code, stderr.trimEnd()]).toEqual([1, 'svcpay: Differences found: 1.'])
    expect(stdout.trimEnd().split('\n')[1]?.split(/ {2,}/)).toEqual([
      paid.last,
      'paid by the customer',
      'usd',
      '699',
      '700',
    ])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout).problems).toHaveLength(1)
  })

  it.each([
    ['a fee', "update payments set fee_cents = fee_cents + 1 where payment_id = $1 and status = 'succeeded'"],
    ['a currency', "update payments set currency = 'gbp' where payment_id = $1"],
    ['a refund’s amount', 'update refunds set amount_cents = amount_cents + 1 where payment_id = $1'],
    ['a fee returned', 'update payments set fee_refunded_cents = 0 where payment_id = $1'],
    ['a reservation without an operation', reservedRefund],
    ['a refund’s state', "update refunds set state = 'failed' where payment_id = $1"],
    ['a payment’s refunds', 'update payments set refunded_cents = refunded_cents + 1 where payment_id = $1'],
  ])('finds %s that was tampered with', async (what, tampering) => {
    const undo = new Error('undo')
    const id = what === 'a fee' ? paid.first : paid.before
    const found = paying.service.db.begin(async tx => {
      const { count } = await tx.unsafe(tampering, [id ?? ''])
      expect(count).toBe(1)
      const { differences } = await verifyLedger(asDb(tx))
      expect(differences.length).toBeGreaterThan(0)
      for (const { svcPaymentId } of differences) expect(svcPaymentId).toBe(id)
      throw undo
    })
    await expect(found).rejects.toBe(undo)
  })

  it.each(Object.entries(astray))('finds a %s whose payment is missing', async (_, insert) => {
    const undo = new Error('undo')
    const found = paying.service.db.begin(async tx => {
      expect((await tx.unsafe(insert, ['svcpay_none'])).count).toBe(1)
      const { differences } = await verifyLedger(asDb(tx))
      expect(differences).toMatchObject([{ svcPaymentId: 'svcpay_none', paymentCents: 0, ledgerCents: 5 }])
      expect(differences[0]?.what).toContain('without a payment')
      throw undo
    })
    await expect(found).rejects.toBe(undo)
  })
})

type Sql = typeof paying.service.db
/** Lets a query run within the transaction, which is then rolled back. */
function asDb(tx: Parameters<Parameters<Sql['begin']>[1]>[0]): Sql {
  return Object.assign(((...args: Parameters<Sql>) => tx(...args)) as unknown as Sql, {
    begin: (_: string, use: (tx: unknown) => unknown) => use(tx),
  })
}
