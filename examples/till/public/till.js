const [entry, keys, amount, charge, sale, again, cancel, next] = [
  'entry',
  'keys',
  'amount',
  'charge',
  'sale',
  'again',
  'cancel',
  'next',
].map(id => document.getElementById(id))
const [icon, title, text] = ['path', 'h2', 'p'].map(name => sale.querySelector(`#status ${name}`))

const smallestCents = 50
const largestCents = 5_000_000
const money = cents => new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(cents / 100)

const card = 'M6 12h36v24H6zM6 19h36M12 29h8'
const screens = {
  starting: { title: 'Waking the reader …', icon: card },
  waiting: { title: 'Present the card', icon: card, buttons: [cancel] },
  confirming: { title: 'Confirming …', icon: card },
  paid: { title: 'Paid', icon: 'M10 25l10 10 19-22', buttons: [next] },
  failed: { title: 'Not paid', icon: 'M13 13l22 22M35 13L13 35', buttons: [again, cancel] },
  canceled: { title: 'Canceled', text: 'Nothing was charged.', icon: 'M13 24h22', buttons: [next] },
}

let cents = 0
/** The sale on the screen. It survives a reload, so that the cashier never loses sight of a payment. */
let current = JSON.parse(sessionStorage.getItem('sale') ?? 'null')

function keep(changed) {
  current = changed
  if (changed) sessionStorage.setItem('sale', JSON.stringify(changed))
  else sessionStorage.removeItem('sale')
}

function enter(value) {
  if (value > largestCents) return
  cents = value
  amount.textContent = money(cents)
  charge.disabled = cents < smallestCents
  charge.textContent = cents < smallestCents ? 'Charge' : `Charge ${money(cents)}`
}

function show(state, message = '') {
  const screen = screens[state]
  entry.hidden = true
  sale.hidden = false
  sale.dataset.state = state
  amount.textContent = money(current.amountCents)
  icon.setAttribute('d', screen.icon)
  title.textContent = screen.title
  text.textContent = message || screen.text || ''
  for (const button of [again, cancel, next]) button.hidden = !screen.buttons?.includes(button)
}

async function call(method, path, body) {
  const headers = body ? { 'content-type': 'application/json' } : {}
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

/** The number of the latest request; answers to earlier ones are out of date. */
let turns = 0

/** Shows the state of the sale, and asks again until it is final. */
async function follow(turn = ++turns) {
  const askAgainIn = ms => turn === turns && setTimeout(follow, ms, turn)
  try {
    const { state, message } = await call('GET', `/sales/${current.svcPaymentId}`)
    if (turn !== turns) return
    show(state, message)
    if (state === 'waiting' || state === 'confirming') askAgainIn(500)
  } catch {
    askAgainIn(2000)
  }
}

async function start() {
  show('starting')
  try {
    const { saleId, amountCents } = current
    const { svcPaymentId } = await call('POST', '/sales', { saleId, amountCents })
    keep({ ...current, svcPaymentId })
    await call('POST', `/present/${svcPaymentId}`, {})
    follow()
  } catch (error) {
    show('failed', error.message)
  }
}

entry.addEventListener('submit', event => {
  event.preventDefault()
  keep({ saleId: `sale-${crypto.randomUUID()}`, amountCents: cents })
  start()
})
keys.addEventListener('click', ({ target }) => press(target.textContent))
document.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (entry.hidden || ctrlKey || metaKey) return
  if (key === 'Enter' && document.activeElement === document.body) entry.requestSubmit(charge)
  else press({ Backspace: '⌫', Escape: 'C' }[key] ?? key)
})

function press(key) {
  if (/^\d$/.test(key)) enter(cents * 10 + Number(key))
  else if (key === '⌫') enter(Math.floor(cents / 10))
  else if (key === 'C') enter(0)
}

again.addEventListener('click', start)
cancel.addEventListener('click', async () => {
  // The till could not reach svcpay, so there is no payment to cancel.
  if (!current.svcPaymentId) return show('canceled')
  turns++
  try {
    const { state } = await call('POST', `/cancel/${current.svcPaymentId}`, {})
    show(state)
    if (state === 'confirming') follow()
  } catch {
    follow()
  }
})
next.addEventListener('click', () => {
  keep(null)
  sale.hidden = true
  entry.hidden = false
  enter(0)
})

const { label, simulatorUrl } = await call('GET', '/reader')
document.getElementById('reader').textContent = label
if (simulatorUrl) {
  const link = document.createElement('a')
  Object.assign(link, { href: simulatorUrl, target: '_blank', textContent: 'Open the simulated reader' })
  document.getElementById('reader').append(' · ', link)
}
if (current?.svcPaymentId) follow()
else if (current) start()
else enter(0)
