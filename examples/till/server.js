import { createSvcpayClient } from 'svcpay-client'
import { createReaders } from './readers.js'
import { createTill, findReader } from './till.js'

const {
  PORT = '3001',
  SVCPAY_URL = 'http://127.0.0.1:8080',
  SVCPAY_API_KEY = '',
  PROCESSOR_URL = 'http://127.0.0.1:12111',
  PROCESSOR_KEY,
  READER_CODE = 'simulated-wpe',
} = process.env

const svcpay = createSvcpayClient({ baseUrl: SVCPAY_URL, apiKey: SVCPAY_API_KEY })
const reader = await findReader(svcpay, READER_CODE)
const { processorAccountId } = await svcpay.getOnboardingStatus()

const till = createTill({
  svcpay,
  reader,
  // In the sandbox, an account's own key is the platform's followed by the account's id.
  readers: createReaders({
    baseUrl: PROCESSOR_URL,
    secretKey: PROCESSOR_KEY ?? `sk_test_sandbox_${processorAccountId}`,
  }),
  simulatorUrl: reader.deviceType.startsWith('simulated')
    ? `${PROCESSOR_URL}/_sandbox/pages/readers/${reader.id}`
    : null,
})
till.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (till.address())
  console.log(`The till is at http://127.0.0.1:${port}`)
})
