// Made by: npm run generate -w client

export interface paths {
    "/v1/payments/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment
         * @description Creates a payment intent on the merchant’s connected account. Pass `clientSecret` to the browser SDK or a card reader to collect the payment. The Idempotency-Key header is required: an order that is sent twice is charged once.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a payment
         * @description Captures a payment that was authorized with manual capture, in full or in part. The rest of the authorization is released.
         */
        post: operations["capturePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment
         * @description Refunds a payment in full or in part. The platform fee is returned in proportion, unless `refundApplicationFee` is false. All refunds together never exceed the captured amount.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment
         * @description Cancels a payment that has not been captured, and releases its authorization if there is one.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment
         * @description The payment as recorded in the ledger, with its refunds and disputes. Before you fulfill an order, rely only on this and the callback.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Newest first.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/connection-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a terminal connection token
         * @description The terminal SDK uses it to connect to readers. It is scoped to the merchant’s connected account. Every call returns a new one; an Idempotency-Key is ignored.
         */
        post: operations["createConnectionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Returns all of them, up to 2,000, or one page if you set `limit`. A `Link` header leads to the next page. Every hundred items count as one request against the rate limit.
         */
        get: operations["listLocations"];
        put?: never;
        /**
         * Create a location
         * @description A place where card readers are used. Every reader belongs to one.
         */
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/terminal/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List readers
         * @description Returns all of them, up to 2,000, or one page if you set `limit`. A `Link` header leads to the next page. Every hundred items count as one request against the rate limit.
         */
        get: operations["listReaders"];
        put?: never;
        /**
         * Register a reader
         * @description Connects a card reader to the merchant’s account, with the code on its display.
         */
        post: operations["registerReader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connected account
         * @description Creates the merchant’s Standard account at the processor. If there is one already, it is returned.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get onboarding status
         * @description Shows whether the merchant’s account can take payments and receive payouts, as of the last `account.updated` event. Before there is an account, the status is `not_started`.
         */
        get: operations["getOnboardingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh onboarding status
         * @description Reads the account from the processor now. Call it when the merchant comes back from onboarding. An Idempotency-Key is ignored.
         */
        post: operations["refreshOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an onboarding link
         * @description Returns a link to the processor’s onboarding form. It works once and for a few minutes, until `expiresAt`: create it when the merchant clicks. An expired link leads to `refreshUrl`; create a new one there. Every call returns a new one; an Idempotency-Key is ignored.
         */
        post: operations["createOnboardingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Events about your payments and your account, newest first, each with its callback. With `type`, a page can hold fewer events than `limit` and still have a `nextCursor`: each page scans at most 5,000.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Starts a new cycle of nine attempts to your callback URL, with the same `Svc-Event-Id`. The first is made at once, even if your endpoint keeps failing.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Account
         * @description The merchant’s connected account. Only the most common fields are listed; all others are included, too.
         */
        Account: {
            /**
             * @description The processor’s id
             * @example acct_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "account";
            /**
             * @description Whether the account can take payments
             * @example true
             */
            charges_enabled: boolean;
            /**
             * @description Whether the account can receive payouts
             * @example true
             */
            payouts_enabled: boolean;
            /**
             * @description Whether the merchant has completed the onboarding form
             * @example true
             */
            details_submitted: boolean;
            /**
             * @description The processor’s remaining requirements, and why a capability is switched off
             * @example {
             *       "currently_due": [],
             *       "past_due": [],
             *       "disabled_reason": null
             *     }
             */
            requirements?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * AccountUpdatedEvent
         * @description The event as the processor sent it.
         */
        AccountUpdatedEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "account.updated";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["Account"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * Capture
         * @description How much to capture.
         */
        Capture: {
            /** @description Leave it out to capture everything. If it is less, the rest is released. */
            amountCents?: number;
        };
        /**
         * Charge
         * @description The processor’s charge. Only the most common fields are listed; all others are included, too.
         */
        Charge: {
            /**
             * @description The processor’s id
             * @example ch_3Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "charge";
            /**
             * @description In the currency’s smallest unit
             * @example 4999
             */
            amount: number;
            /**
             * @description The total refunded so far
             * @example 1000
             */
            amount_refunded: number;
            /**
             * @description Whether the whole charge has been refunded
             * @example false
             */
            refunded: boolean;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            /**
             * @description The payment intent it belongs to
             * @example pi_3Q0sandbox
             */
            payment_intent: string | null;
            metadata: components["schemas"]["PaymentMetadata"];
        } & {
            [key: string]: unknown;
        };
        /**
         * ConnectionToken
         * @description A token for the terminal SDK.
         */
        ConnectionToken: {
            /**
             * @description Short-lived. Initialize the terminal SDK with it.
             * @example pst_test_k5v8xemw9g6t2q4r7y0zb
             */
            secret: string;
        };
        /**
         * CreatedPayment
         * @description The new payment, with everything that the browser or the reader needs to collect it. A replayed answer has only the fields of the release that first sent it.
         */
        CreatedPayment: {
            /**
             * @description The payment’s id. Store it with your order.
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId: string;
            /**
             * @description The status of the payment
             * @example requires_payment_method
             * @enum {string}
             */
            status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
            /**
             * @description The charge. After a partial capture, the captured amount.
             * @example 4999
             */
            amountCents: number;
            /**
             * @description The platform fee on the charge
             * @example 50
             */
            applicationFeeCents: number;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            /** @description Your order id; null when you gave none */
            orderRef: string | null;
            /**
             * @description The payment’s processor
             * @example stripe
             */
            processor: string;
            /**
             * @description The payment intent’s id at the processor
             * @example pi_3Q0sandbox
             */
            processorPaymentIntentId: string;
            /**
             * @description `manual` authorizes first and captures later
             * @enum {string}
             */
            captureMethod: "automatic" | "manual";
            /**
             * @description Captured so far; 0 until the payment has succeeded
             * @example 4999
             */
            capturedCents: number;
            /**
             * @description Refunded so far, including pending refunds
             * @example 0
             */
            refundedCents: number;
            /**
             * @description How much of the platform fee was returned
             * @example 0
             */
            applicationFeeRefundedCents: number;
            /**
             * @description Held in open disputes, or lost in decided ones
             * @example 0
             */
            disputedCents: number;
            /**
             * @description Why the last attempt to pay failed; null if none did
             * @example null
             */
            failure: components["schemas"]["PaymentFailure"] | null;
            /** @description The payment method used, or last tried; null until it is known */
            paymentMethod: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: date-time
             * @description When the payment was created
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             */
            updatedAt: string;
            /**
             * @description Pass it to the processor’s browser SDK or the card reader to collect the payment
             * @example pi_3Q0sandbox_secret_k5v8xemw9g6t2q4r7y0zb
             */
            clientSecret: string;
            /**
             * @description The merchant’s account. Initialize the browser SDK with it.
             * @example acct_1Q0sandbox
             */
            connectedAccountId: string;
            /**
             * @description The public key for the browser SDK
             * @example pk_test_sandbox
             */
            publishableKey: string;
        };
        /**
         * Delivery
         * @description One event on its way to one callback URL.
         */
        Delivery: {
            /**
             * @description The id of the delivery: one event on its way to one callback URL
             * @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            deliveryId: string;
            /**
             * @description The event’s id, the same as at the processor
             * @example evt_1Q0sandbox
             */
            eventId: string;
            /**
             * @description The event’s type
             * @example payment_intent.succeeded
             */
            type: string;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /** @description The payment’s id; null for `account.updated` */
            svcPaymentId: string | null;
            /** @description The payment’s order reference; null when it has none */
            orderRef: string | null;
            /**
             * @description `dead`: all attempts failed; it is not sent again unless somebody redelivers it
             * @example delivered
             * @enum {string}
             */
            state: "pending" | "delivered" | "dead";
            /**
             * @description All attempts so far, redeliveries included
             * @example 1
             */
            attempts: number;
            /**
             * @description When the next attempt is due; null unless pending
             * @example null
             */
            nextAttemptAt: string | null;
            /** @description The HTTP status of the last answer; null when there was none */
            lastStatus: number | null;
            /** @description Why the last attempt failed; null when it did not */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it was queued
             */
            createdAt: string;
        };
        /**
         * Dispute
         * @description The processor’s dispute. Only the most common fields are listed; all others are included, too.
         */
        Dispute: {
            /**
             * @description The processor’s id
             * @example du_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "dispute";
            /**
             * @description The disputed amount, in the currency’s smallest unit
             * @example 4999
             */
            amount: number;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            /**
             * @description The disputed charge
             * @example ch_3Q0sandbox
             */
            charge: string;
            /**
             * @description The payment intent it belongs to
             * @example pi_3Q0sandbox
             */
            payment_intent: string | null;
            /**
             * @description For example `fraudulent` or `product_not_received`
             * @example fraudulent
             */
            reason: string;
            /**
             * @description `needs_response` and `under_review` are open; `won` and `lost` are final
             * @example needs_response
             */
            status: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * DisputeClosedEvent
         * @description The event as the processor sent it.
         */
        DisputeClosedEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "charge.dispute.closed";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["Dispute"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * DisputeOpenedEvent
         * @description The event as the processor sent it.
         */
        DisputeOpenedEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "charge.dispute.created";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["Dispute"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * Event
         * @description An event reported by the processor.
         */
        Event: {
            /**
             * @description The same as in `Svc-Event-Id`
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The event’s type
             * @example payment_intent.succeeded
             */
            type: string;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /** @description The payment’s id; null when it is not about a payment */
            svcPaymentId: string | null;
            /**
             * Format: date-time
             * @description When it happened at the processor
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When svcpay recorded it
             */
            receivedAt: string;
            /**
             * @description What it did to the payment: `applied`, `unchanged`, `stale` (older than our record), `unverified` (could not be checked), `ignored` (not about a payment made here, or only the release of an uncaptured amount), `unread` (not a readable event) or `waiting` (will be tried again)
             * @example applied
             */
            outcome: string;
            /** @description Its delivery to the callback URL; null when it is not forwarded */
            delivery: components["schemas"]["Delivery"] | null;
        };
        /**
         * EventList
         * @description One page of the list.
         */
        EventList: {
            /** @description The items of this page */
            data: components["schemas"]["Event"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * Location
         * @description A place with card readers.
         */
        Location: {
            /**
             * @description The location’s id
             * @example tml_1Q0sandbox
             */
            id: string;
            /**
             * @description The location’s name
             * @example Main Street
             */
            displayName: string;
        };
        /**
         * NewAccount
         * @description Details of the merchant.
         */
        NewAccount: {
            /**
             * Format: email
             * @description The merchant’s email, to prefill the onboarding form
             */
            email?: string;
            /**
             * @description Two-letter country code
             * @default US
             */
            country?: string;
        };
        /**
         * NewLocation
         * @description The location to create.
         */
        NewLocation: {
            /** @description The display name */
            displayName: string;
            /** @description Street address */
            line1: string;
            /** @description Second line of the street address */
            line2?: string;
            /** @description City */
            city: string;
            /** @description State or province */
            state: string;
            /** @description Postal code */
            postalCode: string;
            /**
             * @description Two-letter country code
             * @default US
             */
            country?: string;
        };
        /**
         * NewOnboardingLink
         * @description Where the merchant goes afterwards.
         */
        NewOnboardingLink: {
            /**
             * Format: uri
             * @description Where the merchant goes when they are done
             */
            returnUrl: string;
            /**
             * Format: uri
             * @description Where the merchant goes when the link has expired. Create a new link there.
             */
            refreshUrl: string;
        };
        /**
         * NewPayment
         * @description The payment to create.
         */
        NewPayment: {
            /** @description In the currency’s smallest unit: 4999 is $49.99 */
            amountCents: number;
            /**
             * @description Three-letter ISO 4217 code, in upper or lower case
             * @default usd
             */
            currency?: string;
            /**
             * @description `manual` authorizes now, and you capture later
             * @default automatic
             * @enum {string}
             */
            captureMethod?: "automatic" | "manual";
            /** @description For example `card`, `us_bank_account`, `klarna` or `card_present`. If you leave it out, the processor offers what the merchant has enabled. */
            paymentMethodTypes?: string[];
            /** @description A processor customer id (`cus_…`) is used as the customer. Anything else is stored as metadata. */
            customerRef?: string;
            /** @description Your order id. Stored as metadata and returned to you. */
            orderRef?: string;
            /** @description What the payment is for */
            description?: string;
            /** @description A branch or location tag, stored as metadata */
            branch?: string;
            /** @description Forwarded to the processor as its own idempotency key; printable ASCII. Independent of the Idempotency-Key header. */
            idempotencyKey?: string;
        };
        /**
         * NewReader
         * @description The reader to register.
         */
        NewReader: {
            /** @description The code on the reader’s display; `simulated-wpe` in the sandbox */
            registrationCode: string;
            /** @description The location of the reader */
            locationId: string;
            /** @description A name for the reader */
            label?: string;
        };
        /**
         * NewRefund
         * @description How much to refund, and why.
         */
        NewRefund: {
            /** @description Leave it out to refund everything that is left */
            amountCents?: number;
            /**
             * @description The reason for the refund
             * @enum {string}
             */
            reason?: "requested_by_customer" | "duplicate" | "fraudulent";
            /**
             * @description Whether the platform fee is returned in proportion
             * @default true
             */
            refundApplicationFee?: boolean;
        };
        /**
         * Onboarding
         * @description A merchant’s onboarding status.
         */
        Onboarding: {
            /** @description The merchant’s account at the processor */
            processorAccountId: string | null;
            /**
             * @description `charges_only`: can take payments, but not receive payouts. `restricted`: the processor has switched charges off.
             * @example enabled
             * @enum {string}
             */
            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
            /** @description Whether the merchant can take payments */
            chargesEnabled: boolean;
            /** @description Whether the merchant can receive payouts */
            payoutsEnabled: boolean;
            /**
             * @description The remaining requirements, separated by ", "; null if there are none
             * @example null
             */
            requirements: string | null;
        };
        /**
         * OnboardingLink
         * @description A link to the processor’s onboarding form.
         */
        OnboardingLink: {
            /**
             * @description Send the merchant there
             * @example https://connect.stripe.com/setup/s/acct_1Q0sandbox/k5v8xemw
             */
            url: string;
            /**
             * Format: date-time
             * @description When the link stops working
             */
            expiresAt: string;
        };
        /**
         * Payment
         * @description A payment as it is now.
         */
        Payment: {
            /**
             * @description The payment’s id. Store it with your order.
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId: string;
            /**
             * @description Fulfill the order only when it is `succeeded`
             * @example succeeded
             * @enum {string}
             */
            status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
            /**
             * @description The charge. After a partial capture, the captured amount.
             * @example 4999
             */
            amountCents: number;
            /**
             * @description The platform fee on the charge
             * @example 50
             */
            applicationFeeCents: number;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            /** @description Your order id; null when you gave none */
            orderRef: string | null;
            /**
             * @description The payment’s processor
             * @example stripe
             */
            processor: string;
            /**
             * @description The payment intent’s id at the processor
             * @example pi_3Q0sandbox
             */
            processorPaymentIntentId: string;
            /**
             * @description `manual` authorizes first and captures later
             * @enum {string}
             */
            captureMethod: "automatic" | "manual";
            /**
             * @description Captured so far; 0 until the payment has succeeded
             * @example 4999
             */
            capturedCents: number;
            /**
             * @description Refunded so far, including pending refunds
             * @example 0
             */
            refundedCents: number;
            /**
             * @description How much of the platform fee was returned
             * @example 0
             */
            applicationFeeRefundedCents: number;
            /**
             * @description Held in open disputes, or lost in decided ones
             * @example 0
             */
            disputedCents: number;
            /**
             * @description Why the last attempt to pay failed; null if none did
             * @example null
             */
            failure: components["schemas"]["PaymentFailure"] | null;
            /** @description The payment method used, or last tried; null until it is known */
            paymentMethod: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: date-time
             * @description When the payment was created
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             */
            updatedAt: string;
        };
        /**
         * PaymentCanceledEvent
         * @description The event as the processor sent it.
         */
        PaymentCanceledEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "payment_intent.canceled";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["PaymentIntent"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentCapturableEvent
         * @description The event as the processor sent it.
         */
        PaymentCapturableEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "payment_intent.amount_capturable_updated";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["PaymentIntent"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentDispute
         * @description A dispute or an inquiry about the payment.
         */
        PaymentDispute: {
            /**
             * @description The dispute’s id at the processor
             * @example du_1Q0sandbox
             */
            processorDisputeId: string;
            /**
             * @description The disputed amount, in the currency’s smallest unit
             * @example 4999
             */
            amountCents: number;
            /** @description The customer’s reason, as the processor names it */
            reason: string | null;
            /** @description Deadline for evidence; null if it is not known */
            dueBy: string | null;
            /**
             * Format: date-time
             * @description When it was opened
             */
            createdAt: string;
            /**
             * @description `…needs_response`: send evidence by the deadline. `…under_review`: the bank decides. `warning_…`: an inquiry; no money moves, but it may become a dispute. `prevented`: ended before it became a dispute. `appeal_…`: lost, but the decision is contested.
             * @example needs_response
             * @enum {string}
             */
            status: "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" | "needs_response" | "under_review" | "won" | "lost" | "appeal_needs_response" | "appeal_under_review";
        };
        /**
         * PaymentError
         * @description Why the last attempt to pay failed.
         */
        PaymentError: {
            /**
             * @description For example `card_declined`
             * @example card_declined
             */
            code?: string;
            /**
             * @description The card issuer’s reason, for example `insufficient_funds`
             * @example generic_decline
             */
            decline_code?: string;
            /**
             * @description A message you can show to the customer
             * @example Your card was declined.
             */
            message?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentFailedEvent
         * @description The event as the processor sent it.
         */
        PaymentFailedEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "payment_intent.payment_failed";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["PaymentIntent"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentFailure
         * @description Why the last attempt to pay failed
         */
        PaymentFailure: {
            /**
             * @description The processor’s code
             * @example card_declined
             */
            code: string;
            /**
             * @description A sentence for the customer
             * @example Your card was declined.
             */
            message: string;
        };
        /**
         * PaymentIntent
         * @description The processor’s payment intent. Only the most common fields are listed; all others are included, too.
         */
        PaymentIntent: {
            /**
             * @description The processor’s id
             * @example pi_3Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "payment_intent";
            /**
             * @description The processor’s status at the time of the event
             * @example succeeded
             */
            status: string;
            /**
             * @description In the currency’s smallest unit
             * @example 4999
             */
            amount: number;
            /**
             * @description The amount that can be captured now
             * @example 0
             */
            amount_capturable: number;
            /**
             * @description The captured amount
             * @example 4999
             */
            amount_received: number;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            metadata: components["schemas"]["PaymentMetadata"];
            /**
             * @description Why the last attempt to pay failed
             * @example null
             */
            last_payment_error: components["schemas"]["PaymentError"] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentList
         * @description One page of the list.
         */
        PaymentList: {
            /** @description The items of this page */
            data: components["schemas"]["Payment"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * PaymentMetadata
         * @description The metadata that svcpay stored with the payment at the processor.
         */
        PaymentMetadata: {
            /**
             * @description The payment this event is about
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId?: string;
            /**
             * @description Your order id, if you gave one
             * @example order-1001
             */
            orderRef?: string;
            /** @description Your branch tag, if you gave one */
            branch?: string;
            /** @description Your customer reference, if you gave one */
            customerRef?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentMethod
         * @description The payment method of a payment
         */
        PaymentMethod: {
            /**
             * @description The processor’s name for it, such as `card`, `card_present` or `us_bank_account`
             * @example card
             */
            type: string;
            /** @description The card’s brand; null if the method has none */
            brand: string | null;
            /** @description The last four digits; null if the method has none */
            last4: string | null;
        };
        /**
         * PaymentProcessingEvent
         * @description The event as the processor sent it.
         */
        PaymentProcessingEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "payment_intent.processing";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["PaymentIntent"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentRefundedEvent
         * @description The event as the processor sent it.
         */
        PaymentRefundedEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "charge.refunded";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["Charge"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentSucceededEvent
         * @description The event as the processor sent it.
         */
        PaymentSucceededEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @constant
             */
            type: "payment_intent.succeeded";
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                object: components["schemas"]["PaymentIntent"];
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * PaymentWithRefunds
         * @description A payment with its refunds and disputes.
         */
        PaymentWithRefunds: {
            /**
             * @description The payment’s id. Store it with your order.
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId: string;
            /**
             * @description Fulfill the order only when it is `succeeded`
             * @example succeeded
             * @enum {string}
             */
            status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
            /**
             * @description The charge. After a partial capture, the captured amount.
             * @example 4999
             */
            amountCents: number;
            /**
             * @description The platform fee on the charge
             * @example 50
             */
            applicationFeeCents: number;
            /**
             * @description Three lowercase letters
             * @example usd
             */
            currency: string;
            /** @description Your order id; null when you gave none */
            orderRef: string | null;
            /**
             * @description The payment’s processor
             * @example stripe
             */
            processor: string;
            /**
             * @description The payment intent’s id at the processor
             * @example pi_3Q0sandbox
             */
            processorPaymentIntentId: string;
            /**
             * @description `manual` authorizes first and captures later
             * @enum {string}
             */
            captureMethod: "automatic" | "manual";
            /**
             * @description Captured so far; 0 until the payment has succeeded
             * @example 4999
             */
            capturedCents: number;
            /**
             * @description Refunded so far, including pending refunds
             * @example 0
             */
            refundedCents: number;
            /**
             * @description How much of the platform fee was returned
             * @example 0
             */
            applicationFeeRefundedCents: number;
            /**
             * @description Held in open disputes, or lost in decided ones
             * @example 0
             */
            disputedCents: number;
            /**
             * @description Why the last attempt to pay failed; null if none did
             * @example null
             */
            failure: components["schemas"]["PaymentFailure"] | null;
            /** @description The payment method used, or last tried; null until it is known */
            paymentMethod: components["schemas"]["PaymentMethod"] | null;
            /**
             * Format: date-time
             * @description When the payment was created
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the payment last changed
             */
            updatedAt: string;
            /** @description Oldest first */
            refunds: components["schemas"]["Refund"][];
            /** @description Oldest first */
            disputes: components["schemas"]["PaymentDispute"][];
        };
        /** @description An error, as in RFC 9457. */
        Problem: {
            /** @description The page that explains this kind of problem */
            type: string;
            /** @description A short name for this kind of problem */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description What went wrong this time */
            detail: string;
            /** @description The path of the request */
            instance: string;
            /** @description The same value as in X-Correlation-Id. Quote it to support. */
            traceId: string;
            /**
             * @description Stable; use it in your code
             * @enum {string}
             */
            code: "missing_header" | "invalid_request" | "no_connected_account" | "unauthorized" | "forbidden" | "suspended" | "account_disabled" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "in_progress" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "internal_error" | "processor_error" | "unavailable" | "outcome_unknown";
            /** @description Every invalid field of the request */
            errors?: {
                /** @description The field, for example `amountCents` */
                path: string;
                /** @description What is wrong with it */
                message: string;
            }[];
            /** @description The status that does not allow the call */
            currentStatus?: string;
            /** @description The statuses that would allow the call */
            allowedFrom?: string[];
        };
        /**
         * ProcessorEvent
         * @description The event as the processor sent it.
         */
        ProcessorEvent: {
            /**
             * @description The same value as in `Svc-Event-Id`. De-duplicate on it.
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The kind of object
             * @constant
             */
            object: "event";
            /**
             * @description The event’s type
             * @example payment_intent.succeeded
             */
            type: string;
            /**
             * @description When it happened, in Unix seconds
             * @example 1773480413
             */
            created: number;
            /**
             * @description The connected account it happened on
             * @example acct_1Q0sandbox
             */
            account?: string;
            /**
             * @description The processor’s API version
             * @example 2026-10-28.endive
             */
            api_version?: string | null;
            /**
             * @description False in test mode and in the sandbox
             * @example false
             */
            livemode?: boolean;
            /** @description The object of the event, and its previous values */
            data: {
                /**
                 * @description The object of the event
                 * @example {
                 *       "id": "pi_3Q0sandbox",
                 *       "object": "payment_intent",
                 *       "status": "succeeded",
                 *       "amount": 4999,
                 *       "amount_capturable": 0,
                 *       "amount_received": 4999,
                 *       "currency": "usd",
                 *       "metadata": {
                 *         "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                 *         "orderRef": "order-1001"
                 *       },
                 *       "last_payment_error": null
                 *     }
                 */
                object: {
                    [key: string]: unknown;
                };
                /** @description The previous values of changed fields, on update events */
                previous_attributes?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /**
         * Reader
         * @description A card reader.
         */
        Reader: {
            /**
             * @description The reader’s id
             * @example tmr_1Q0sandbox
             */
            id: string;
            /**
             * @description The reader’s name
             * @example Till 1
             */
            label: string;
            /**
             * @description The hardware
             * @example simulated_wisepos_e
             */
            deviceType: string;
            /**
             * @description `online` or `offline`, as the processor sees it
             * @enum {string}
             */
            status: "online" | "offline";
            /**
             * @description The id of the reader’s location
             * @example tml_1Q0sandbox
             */
            locationId: string;
        };
        /**
         * ReceivedWebhook
         * @description The event was accepted.
         */
        ReceivedWebhook: {
            /** @description The event is recorded */
            received: boolean;
            /** @description This call queued a callback. False for duplicates, for types that are not forwarded, and without a callback URL. */
            forwarded: boolean;
        };
        /**
         * Redelivery
         * @description Whether to redeliver a callback that already succeeded.
         */
        Redelivery: {
            /**
             * @description Redeliver it even if it was delivered
             * @default false
             */
            force?: boolean;
        };
        /**
         * RefreshedOnboarding
         * @description The onboarding status as the processor reports it now.
         */
        RefreshedOnboarding: {
            /** @description The merchant’s account at the processor */
            processorAccountId: string | null;
            /**
             * @description `charges_only`: can take payments, but not receive payouts. `restricted`: the processor has switched charges off.
             * @example enabled
             * @enum {string}
             */
            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
            /** @description Whether the merchant can take payments */
            chargesEnabled: boolean;
            /** @description Whether the merchant can receive payouts */
            payoutsEnabled: boolean;
        };
        /**
         * Refund
         * @description A refund of the payment.
         */
        Refund: {
            /**
             * @description The refund’s id
             * @example svcrf_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            refundId: string;
            /**
             * @description In the currency’s smallest unit
             * @example 1000
             */
            amountCents: number;
            /**
             * @description The status of the refund
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /** @description As given when the refund was made; null when no reason was given */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the refund was made
             */
            createdAt: string;
        };
    };
    responses: {
        /**
         * @description **Idempotency conflict.** The Idempotency-Key was already used with a different body.
         *
         *     **In progress.** A request with the same Idempotency-Key, or a test of the same callback, is still running.
         *
         *     **Invalid state.** The current state does not allow this call. For a payment, `currentStatus` and `allowedFrom` say why.
         */
        IdempotencyConflictOrInProgressOrInvalidState: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Internal error.** Something went wrong in the service. It is logged under the `traceId`. */
        InternalError: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Invalid request.** The body, the query or an amount is not valid, or the processor does not accept it. `errors` lists the invalid fields, each with its fault. */
        InvalidRequest: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **Invalid request.** The body, the query or an amount is not valid, or the processor does not accept it. `errors` lists the invalid fields, each with its fault.
         *
         *     **No connected account.** The merchant has no connected account at the processor, or has disconnected it.
         */
        InvalidRequestOrNoConnectedAccount: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **Missing header.** A required header is missing. Creating a payment requires `Idempotency-Key`.
         *
         *     **Invalid request.** The body, the query or an amount is not valid, or the processor does not accept it. `errors` lists the invalid fields, each with its fault.
         *
         *     **No connected account.** The merchant has no connected account at the processor, or has disconnected it.
         */
        MissingHeaderOrInvalidRequestOrNoConnectedAccount: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Not found.** It does not exist, or it belongs to another merchant. */
        NotFound: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Outcome unknown.** The processor did not answer in time, or its answer could not be recorded, so the outcome is not known yet. */
        OutcomeUnknown: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Payload too large.** The body is larger than this call accepts: 64 KiB, or 512 KiB for webhooks. */
        PayloadTooLarge: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Processor error.** The processor failed, or is not set up correctly. Nothing was changed. */
        ProcessorError: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Suspended.** The merchant is suspended: its keys can only read. */
        Suspended: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **Suspended.** The merchant is suspended: its keys can only read.
         *
         *     **Account disabled.** The platform has disabled the merchant’s account at the processor: it takes no new payments. Existing payments continue.
         */
        SuspendedOrAccountDisabled: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Too many requests.** This API key or portal has exceeded its rate limit, or too many wrong credentials came from this address. */
        TooManyRequests: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Unauthorized.** The API key, operator token or processor signature is missing, wrong, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Unauthorized.** The API key, operator token or processor signature is missing, wrong, expired or revoked. */
        UnauthorizedWithChallenge: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Unavailable.** The database is unreachable, the service is starting, stopping or overloaded, or the processor is refusing calls. */
        Unavailable: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description **Unsupported media type.** The body is not declared as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request in the service’s log. Your own X-Correlation-Id is kept if it has 8 to 128 characters from A-Z, a-z, 0-9, ".", "_" and "-".
         * @example trc_01jd3k5v8xemw9g6t2q4r7y0zb
         */
        "X-Correlation-Id": string;
        /** @description `true` when this is the stored answer to an earlier request with the same Idempotency-Key. Absent otherwise. */
        "Idempotent-Replayed": "true";
        /**
         * @description Wait this many seconds before retrying.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description Requests this API key may send per window. Absent when rate limiting is switched off.
         * @example 1000
         */
        "RateLimit-Limit": number;
        /**
         * @description Requests left in the current window.
         * @example 998
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the next window starts.
         * @example 1
         */
        "RateLimit-Reset": number;
        /**
         * @description The address of the next page, with `rel="next"`. Absent on the last page.
         * @example </v1/terminal/readers?limit=20&startingAfter=tmr_1Q0sandbox>; rel="next"
         */
        Link: string;
        /**
         * @description How to authenticate.
         * @example Bearer realm="svcpay"
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The payment to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 4999,
                 *       "currency": "usd",
                 *       "orderRef": "order-1001"
                 *     }
                 */
                "application/json": components["schemas"]["NewPayment"];
            };
        };
        responses: {
            /** @description The new payment, with everything that the browser or the reader needs to collect it. A replayed answer has only the fields of the release that first sent it. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "requires_payment_method",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 50,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processor": "stripe",
                     *       "processorPaymentIntentId": "pi_3Q0sandbox",
                     *       "captureMethod": "automatic",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 0,
                     *       "applicationFeeRefundedCents": 0,
                     *       "disputedCents": 0,
                     *       "failure": null,
                     *       "paymentMethod": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "updatedAt": "2026-03-14T09:26:53.589Z",
                     *       "clientSecret": "pi_3Q0sandbox_secret_k5v8xemw9g6t2q4r7y0zb",
                     *       "connectedAccountId": "acct_1Q0sandbox",
                     *       "publishableKey": "pk_test_sandbox"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedPayment"];
                };
            };
            400: components["responses"]["MissingHeaderOrInvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["SuspendedOrAccountDisabled"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    capturePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `svcPaymentId`
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description How much to capture. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 3000
                 *     }
                 */
                "application/json": components["schemas"]["Capture"];
            };
        };
        responses: {
            /** @description A payment as it is now. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "succeeded",
                     *       "amountCents": 3000,
                     *       "applicationFeeCents": 30,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processor": "stripe",
                     *       "processorPaymentIntentId": "pi_3Q0sandbox",
                     *       "captureMethod": "manual",
                     *       "capturedCents": 3000,
                     *       "refundedCents": 0,
                     *       "applicationFeeRefundedCents": 0,
                     *       "disputedCents": 0,
                     *       "failure": null,
                     *       "paymentMethod": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "updatedAt": "2026-03-14T09:41:07.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `svcPaymentId`
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description How much to refund, and why. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 1000,
                 *       "reason": "requested_by_customer"
                 *     }
                 */
                "application/json": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            /** @description A payment as it is now. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "partially_refunded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 50,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processor": "stripe",
                     *       "processorPaymentIntentId": "pi_3Q0sandbox",
                     *       "captureMethod": "automatic",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 1000,
                     *       "applicationFeeRefundedCents": 10,
                     *       "disputedCents": 0,
                     *       "failure": null,
                     *       "paymentMethod": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "updatedAt": "2026-03-14T09:41:07.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The `svcPaymentId`
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A payment as it is now. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "canceled",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 50,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processor": "stripe",
                     *       "processorPaymentIntentId": "pi_3Q0sandbox",
                     *       "captureMethod": "automatic",
                     *       "capturedCents": 0,
                     *       "refundedCents": 0,
                     *       "applicationFeeRefundedCents": 0,
                     *       "disputedCents": 0,
                     *       "failure": null,
                     *       "paymentMethod": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "updatedAt": "2026-03-14T09:41:07.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `svcPaymentId`
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A payment with its refunds and disputes. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "partially_refunded",
                     *       "amountCents": 4999,
                     *       "applicationFeeCents": 50,
                     *       "currency": "usd",
                     *       "orderRef": "order-1001",
                     *       "processor": "stripe",
                     *       "processorPaymentIntentId": "pi_3Q0sandbox",
                     *       "captureMethod": "automatic",
                     *       "capturedCents": 4999,
                     *       "refundedCents": 1000,
                     *       "applicationFeeRefundedCents": 10,
                     *       "disputedCents": 0,
                     *       "failure": null,
                     *       "paymentMethod": {
                     *         "type": "card",
                     *         "brand": "visa",
                     *         "last4": "4242"
                     *       },
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "updatedAt": "2026-03-14T09:41:07.120Z",
                     *       "refunds": [
                     *         {
                     *           "refundId": "svcrf_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "amountCents": 1000,
                     *           "status": "succeeded",
                     *           "reason": "requested_by_customer",
                     *           "createdAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "disputes": [
                     *         {
                     *           "processorDisputeId": "du_1Q0sandbox",
                     *           "amountCents": 4999,
                     *           "reason": "fraudulent",
                     *           "dueBy": "2026-03-14T09:26:53.589Z",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "status": "needs_response"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentWithRefunds"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only payments with this order id */
                orderRef?: string;
                /** @description Only payments with this status */
                status?: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                /** @description Created at or after */
                createdFrom?: string;
                /** @description Created before */
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "status": "succeeded",
                     *           "amountCents": 4999,
                     *           "applicationFeeCents": 50,
                     *           "currency": "usd",
                     *           "orderRef": "order-1001",
                     *           "processor": "stripe",
                     *           "processorPaymentIntentId": "pi_3Q0sandbox",
                     *           "captureMethod": "automatic",
                     *           "capturedCents": 4999,
                     *           "refundedCents": 0,
                     *           "applicationFeeRefundedCents": 0,
                     *           "disputedCents": 0,
                     *           "failure": null,
                     *           "paymentMethod": {
                     *             "type": "card",
                     *             "brand": "visa",
                     *             "last4": "4242"
                     *           },
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "updatedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createConnectionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A token for the terminal SDK. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "pst_test_k5v8xemw9g6t2q4r7y0zb"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionToken"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listLocations: {
        parameters: {
            query?: {
                /** @description Items per page; omit it to get all */
                limit?: number;
                /** @description The id of the last item on the previous page */
                startingAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your locations. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tml_1Q0sandbox",
                     *         "displayName": "Main Street"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Location"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The location to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Main Street",
                 *       "line1": "1 Main Street",
                 *       "city": "Springfield",
                 *       "state": "IL",
                 *       "postalCode": "62701"
                 *     }
                 */
                "application/json": components["schemas"]["NewLocation"];
            };
        };
        responses: {
            /** @description A place with card readers. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tml_1Q0sandbox",
                     *       "displayName": "Main Street"
                     *     }
                     */
                    "application/json": components["schemas"]["Location"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listReaders: {
        parameters: {
            query?: {
                /** @description Items per page; omit it to get all */
                limit?: number;
                /** @description The id of the last item on the previous page */
                startingAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your readers. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    Link: components["headers"]["Link"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tmr_1Q0sandbox",
                     *         "label": "Till 1",
                     *         "deviceType": "simulated_wisepos_e",
                     *         "status": "online",
                     *         "locationId": "tml_1Q0sandbox"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Reader"][];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    registerReader: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The reader to register. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registrationCode": "simulated-wpe",
                 *       "locationId": "tml_1Q0sandbox",
                 *       "label": "Till 1"
                 *     }
                 */
                "application/json": components["schemas"]["NewReader"];
            };
        };
        responses: {
            /** @description A card reader. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_1Q0sandbox",
                     *       "label": "Till 1",
                     *       "deviceType": "simulated_wisepos_e",
                     *       "status": "online",
                     *       "locationId": "tml_1Q0sandbox"
                     *     }
                     */
                    "application/json": components["schemas"]["Reader"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Details of the merchant. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@bakery.example",
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description A merchant’s onboarding status. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false,
                     *       "requirements": "business_profile.url, external_account"
                     *     }
                     */
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getOnboardingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A merchant’s onboarding status. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "chargesEnabled": true,
                     *       "payoutsEnabled": true,
                     *       "requirements": null
                     *     }
                     */
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The onboarding status as the processor reports it now. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "chargesEnabled": true,
                     *       "payoutsEnabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["RefreshedOnboarding"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    createOnboardingLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Where the merchant goes afterwards. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "returnUrl": "https://bakery.example/done",
                 *       "refreshUrl": "https://bakery.example/again"
                 *     }
                 */
                "application/json": components["schemas"]["NewOnboardingLink"];
            };
        };
        responses: {
            /** @description A link to the processor’s onboarding form. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://connect.stripe.com/setup/s/acct_1Q0sandbox/k5v8xemw",
                     *       "expiresAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OnboardingLink"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this event type */
                type?: string;
                /** @description Only events about this payment */
                paymentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_1Q0sandbox",
                     *           "type": "payment_intent.succeeded",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "receivedAt": "2026-03-14T09:26:53.589Z",
                     *           "outcome": "applied",
                     *           "delivery": {
                     *             "deliveryId": "dlv_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "eventId": "evt_1Q0sandbox",
                     *             "type": "payment_intent.succeeded",
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "orderRef": "order-1001",
                     *             "state": "delivered",
                     *             "attempts": 1,
                     *             "nextAttemptAt": null,
                     *             "lastStatus": 200,
                     *             "lastError": null,
                     *             "createdAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The event’s id, the same as at the processor
                 * @example evt_1Q0sandbox
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Whether to redeliver a callback that already succeeded. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": components["schemas"]["Redelivery"];
            };
        };
        responses: {
            /** @description One event on its way to one callback URL. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveryId": "dlv_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "eventId": "evt_1Q0sandbox",
                     *       "type": "payment_intent.succeeded",
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "orderRef": "order-1001",
                     *       "state": "pending",
                     *       "attempts": 9,
                     *       "nextAttemptAt": "2026-03-14T09:41:07.120Z",
                     *       "lastStatus": 500,
                     *       "lastError": null,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Suspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflictOrInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
