const ending = ',"livemode":true,"pending_webhooks":1,"request":{"id":"req_","idempotency_key":"svck_'

const metadata =
  '{"svcPaymentId":"svcpay_01","orderRef":"order-","customerRef":"","svcOperation":"svck_","svcKey":"svck_","svcDigest":"","svcSeal":""}'

const intent = `{"id":"evt_1","object":"event","account":"acct_1","api_version":"2026-10-28.endive","created":17,"data":{"object":{
"id":"pi_3","object":"payment_intent","allowed_payment_method_types":null,"amount":5000,"amount_capturable":0,
"amount_details":{"tip":{}},"amount_received":5000,"application":"ca_","application_fee_amount":50,
"automatic_payment_methods":{"allow_redirects":"always","enabled":true},"canceled_at":null,"cancellation_reason":null,
"capture_method":"automatic_async","client_secret":"pi_3_secret_","confirmation_method":"automatic","created":17,
"currency":"usd","customer":null,"customer_account":null,"description":null,"excluded_payment_method_types":null,
"last_payment_error":null,"latest_charge":"ch_3","livemode":true,"managed_payments":{"enabled":false},
"metadata":${metadata},"next_action":null,"on_behalf_of":null,"payment_method":"pm_1",
"payment_method_configuration_details":null,"payment_method_options":{"card":{"installments":null,
"mandate_options":null,"network":null,"request_three_d_secure":"automatic"},"klarna":{"preferred_locale":null},
"us_bank_account":{"verification_method":"automatic"}},"payment_method_types":["card","klarna","affirm",
"us_bank_account","amazon_pay","cashapp"],"payment_record":null,"processing":null,"receipt_email":null,"review":null,
"setup_future_usage":null,"shipping":null,"source":null,"statement_descriptor":null,
"statement_descriptor_suffix":null,"status":"succeeded","transfer_data":null,"transfer_group":null}}
${ending}"},"type":"payment_intent.succeeded"}`

const charge = `{"id":"evt_1","object":"event","account":"acct_1","api_version":"2026-10-28.endive","created":17,"data":{"object":{
"id":"ch_3","object":"charge","amount":5000,"amount_captured":5000,"amount_refunded":0,"application":"ca_",
"application_fee":"fee_1","application_fee_amount":50,"balance_transaction":"txn_3","billing_details":{"address":{
"city":null,"country":"US","line1":null,"line2":null,"postal_code":null,"state":null},"email":null,"name":null,
"phone":null,"tax_id":null},"calculated_statement_descriptor":"","captured":true,"created":17,"currency":"usd",
"customer":null,"description":null,"disputed":false,"failure_balance_transaction":null,"failure_code":null,
"failure_message":null,"fraud_details":{},"livemode":true,"metadata":${metadata},"on_behalf_of":null,
"outcome":{"advice_code":null,"network_advice_code":null,"network_decline_code":null,
"network_status":"approved_by_network","reason":null,"risk_level":"normal","risk_score":23,
"seller_message":"Payment complete.","type":"authorized"},"paid":true,"payment_intent":"pi_3",
"payment_method":"pm_1","payment_method_details":{"type":"card","card":{"amount_authorized":5000,
"authorization_code":"","brand":"visa","checks":{"address_line1_check":null,"address_postal_code_check":null,
"cvc_check":"pass"},"country":"US","electronic_commerce_indicator":null,"exp_month":12,"exp_year":2034,
"extended_authorization":{"status":"disabled"},"fingerprint":"","funding":"credit","incremental_authorization":{
"status":"unavailable"},"installments":null,"last4":"4242","mandate":null,"multicapture":{"status":"unavailable"},
"network":"visa","network_token":{"used":false},"network_transaction_id":"","overcapture":{
"maximum_amount_capturable":5000,"status":"unavailable"},"regulated_status":"unregulated","three_d_secure":null,
"transaction_link_id":null,"wallet":null}},"radar_options":{},"receipt_email":null,"receipt_number":null,
"receipt_url":"https://pay.stripe.com/receipts/payment/","refunded":false,"review":null,"shipping":null,
"source":null,"source_transfer":null,"statement_descriptor":null,"statement_descriptor_suffix":null,
"status":"succeeded","transfer_data":null,"transfer_group":null}}${ending}"},"type":"charge.succeeded"}`

const onOneLine = [intent, charge].map(text => text.replaceAll('\n', ''))
const indented = onOneLine.map(text => JSON.stringify(JSON.parse(text), null, 2))

/**
 * The text of a payment's usual events, on one line as the sandbox sends it and indented as Stripe does. Stored bodies
 * refer to it, so never change a byte of it, or none can be opened: add another dictionary instead.
 */
export const eventDictionary = Buffer.from([...onOneLine, ...indented].join(''))
