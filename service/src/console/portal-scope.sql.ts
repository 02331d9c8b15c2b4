import type { Db } from '../db/db.ts'

export async function ownsPayment(db: Db, merchantId: string, paymentId: string): Promise<boolean> {
  const [row] = await db`
    select from payments where merchant_id = ${merchantId} and payment_id = ${paymentId}`
  return row !== undefined
}

export async function ownsDelivery(db: Db, merchantId: string, deliveryId: string): Promise<boolean> {
  const [row] = await db`
    select from deliveries where merchant_id = ${merchantId} and delivery_id = ${deliveryId}`
  return row !== undefined
}
