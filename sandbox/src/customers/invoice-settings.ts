import { invalidRequest } from '../api/errors.ts'
import { clearableText, type Field, hash, list, required, text } from '../api/params.ts'
import type { CustomerRecord, InvoiceSettings } from '../records/customer.ts'
import type { Tx } from '../store/store.ts'

const customField = hash({ name: required(text), value: required(text) })
const renderingOptions = hash({ amount_tax_display: clearableText, template: clearableText })
const settings = hash({
  custom_fields: list(customField),
  default_payment_method: text,
  footer: clearableText,
  rendering_options: renderingOptions,
})

/** Contains only the settings that were sent. */
export const invoiceSettingsParam: Field<Partial<InvoiceSettings> | undefined> = (value, name) => {
  const input = settings(value, name)
  if (!input) return undefined
  const { custom_fields: fields, default_payment_method: method, footer, rendering_options: options } = input
  return {
    ...(fields ? { custom_fields: fields } : {}),
    ...(method === undefined ? {} : { default_payment_method: method }),
    ...(footer === undefined ? {} : { footer }),
    ...(options
      ? {
          rendering_options: {
            amount_tax_display: options.amount_tax_display ?? null,
            template: options.template ?? null,
          },
        }
      : {}),
  }
}

export function changeInvoiceSettings(
  tx: Tx,
  customer: CustomerRecord,
  change: Partial<InvoiceSettings>,
): CustomerRecord {
  const method = change.default_payment_method
  if (typeof method === 'string' && tx.tables.payment_method.get(method)?.customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`
    const param = 'invoice_settings[default_payment_method]'
    throw invalidRequest(message, { code: 'resource_missing', param })
  }
  if (Object.keys(change).length === 0) return customer
  return tx.put('customer', { ...customer, invoice_settings: { ...customer.invoice_settings, ...change } })
}
