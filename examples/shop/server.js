import { createSvcpayClient } from 'svcpay-client'
import { openOrders } from './orders.js'
import { createShop } from './shop.js'

const {
  PORT = '3000',
  SVCPAY_URL = 'http://127.0.0.1:8080',
  SVCPAY_API_KEY = '',
  SVCPAY_CALLBACK_SECRET = '',
  PROCESSOR_SCRIPT = 'https://js.stripe.com/v3/',
  SHOP_FILE = './data/orders.jsonl',
} = process.env

const shop = createShop({
  svcpay: createSvcpayClient({ baseUrl: SVCPAY_URL, apiKey: SVCPAY_API_KEY }),
  orders: openOrders(SHOP_FILE),
  callbackSecret: SVCPAY_CALLBACK_SECRET,
  processorScript: PROCESSOR_SCRIPT,
  fulfill: order => console.log(`${order.id}: sending the ${order.item}`),
})
shop.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (shop.address())
  console.log(`The shop is at http://127.0.0.1:${port}`)
})
