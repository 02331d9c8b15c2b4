const [form, pay, message, given] = ['form', 'pay', 'message', 'given'].map(id => document.getElementById(id))
const { publishableKey, connectedAccountId, clientSecret, orderPath } = JSON.parse(given.textContent)

const dark = matchMedia('(prefers-color-scheme: dark)')
const appearance = () => ({
  theme: dark.matches ? 'night' : 'stripe',
  variables: dark.matches
    ? { colorPrimary: '#5cc9b3', colorBackground: '#1c1f1e', borderRadius: '10px' }
    : { colorPrimary: '#0f6b5c', colorBackground: '#ffffff', borderRadius: '10px' },
})

if (window.Stripe) collect(window.Stripe(publishableKey, { stripeAccount: connectedAccountId }))
else message.textContent = 'The payment form could not be loaded. Please reload the page.'

function collect(stripe) {
  const elements = stripe.elements({ clientSecret, appearance: appearance() })
  dark.addEventListener('change', () => elements.update({ appearance: appearance() }))
  elements.create('payment').mount('#card')
  pay.disabled = false

  form.addEventListener('submit', async event => {
    event.preventDefault()
    pay.disabled = true
    message.textContent = ''
    // Leaves the page once the payment has started: any answer is an error that the shopper can fix.
    const return_url = new URL(orderPath, location.href).href
    const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url } })
    if (!error) return
    message.textContent = error.message
    pay.disabled = false
  })
}
