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
         * @description Creates a payment intent on the merchant’s connected account. The Idempotency-Key header is required.
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
         * @description Without amountCents all that is authorized; with less, the remainder is released.
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
         * @description Without amountCents all that is left. The platform fee is returned in proportion by default.
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
         * @description Releases an authorization, or ends a payment that was not completed.
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
         * @description The current ledger status: with the callback, the source of truth before fulfilling an order.
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
        /** List payments, newest first */
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
         * @description Scoped to the merchant’s connected account. Every call makes a new one: an Idempotency-Key is ignored.
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
         * @description All of them, up to 2,000; with limit, a page. A Link header leads to the next. Each hundred counts as a request.
         */
        get: operations["listLocations"];
        put?: never;
        /** Create a location */
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
         * @description All of them, up to 2,000; with limit, a page. A Link header leads to the next. Each hundred counts as a request.
         */
        get: operations["listReaders"];
        put?: never;
        /** Register a reader */
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
         * @description The merchant’s Standard account. When there is one already, it is returned.
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
         * @description As the processor’s account.updated events left it.
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
         * @description Pulls the latest account state from the processor. An Idempotency-Key is ignored.
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
         * Create a link to the processor’s onboarding page
         * @description Every call makes a new one: an Idempotency-Key is ignored.
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
        /** List your events, newest first */
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
         * Have an event sent again
         * @description A fresh cycle of nine attempts under the same Svc-Event-Id.
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
        Problem: {
            /** @description Where the problem is explained */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The path of the request */
            instance: string;
            /** @description The same value as in X-Correlation-Id */
            traceId: string;
            /** @enum {string} */
            code: "missing_header" | "invalid_request" | "no_connected_account" | "unauthorized" | "forbidden" | "suspended" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "in_progress" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "internal_error" | "processor_error" | "unavailable" | "outcome_unknown";
            errors?: {
                path: string;
                message: string;
            }[];
            currentStatus?: string;
            allowedFrom?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 4999,
                 *       "currency": "usd",
                 *       "orderRef": "order-1001"
                 *     }
                 */
                "application/json": {
                    /** @description In cents */
                    amountCents: number;
                    /**
                     * Format: currency
                     * @description ISO 4217, in any case; default usd
                     */
                    currency?: string;
                    /** @description manual: authorize now, capture later; default automatic */
                    captureMethod?: "automatic" | "manual";
                    /** @description For example card, us_bank_account, klarna, card_present; omitted: the processor decides */
                    paymentMethodTypes?: string[];
                    /**
                     * Format: line
                     * @description cus_… is the processor’s customer; anything else is kept as metadata
                     */
                    customerRef?: string;
                    /**
                     * Format: line
                     * @description Your order id, echoed back
                     */
                    orderRef?: string;
                    /** Format: line */
                    description?: string;
                    /**
                     * Format: line
                     * @description Branch or location tag
                     */
                    branch?: string;
                    /** @description Forwarded to the processor as its own idempotency key; printable ASCII */
                    idempotencyKey?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                        svcPaymentId: string;
                        /** @description For the processor’s browser SDK or the card reader */
                        clientSecret: string;
                        /** @enum {string} */
                        status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                        amountCents: number;
                        applicationFeeCents: number;
                        /** @example pi_3Q0sandbox */
                        processorPaymentIntentId: string;
                        /** @example acct_1Q0sandbox */
                        connectedAccountId: string;
                        /** @example pk_test_sandbox */
                        publishableKey: string;
                    };
                };
            };
            /** @description Missing header / Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    capturePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The svcPaymentId */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 3000
                 *     }
                 */
                "application/json": {
                    amountCents?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                        svcPaymentId: string;
                        /** @enum {string} */
                        status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                        /** @description The charge; after a partial capture the captured amount */
                        amountCents: number;
                        /** @description The platform fee as applied */
                        applicationFeeCents: number;
                        /** @example usd */
                        currency: string;
                        orderRef: string | null;
                        /** @example pi_3Q0sandbox */
                        processorPaymentIntentId: string;
                        /** @enum {string} */
                        captureMethod: "automatic" | "manual";
                        /** @description What was captured; 0 until the payment has succeeded */
                        capturedCents: number;
                        /** @description What was refunded, refunds under way included */
                        refundedCents: number;
                        /** @description What was returned of the platform fee */
                        applicationFeeRefundedCents: number;
                        /** @description In open disputes, and lost in decided ones */
                        disputedCents: number;
                        failure: {
                            /** @example card_declined */
                            code: string;
                            /** @example Your card was declined. */
                            message: string;
                        } | null;
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
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The svcPaymentId */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 1000,
                 *       "reason": "requested_by_customer"
                 *     }
                 */
                "application/json": {
                    amountCents?: number;
                    reason?: "requested_by_customer" | "duplicate" | "fraudulent";
                    /** @description Return the fee in proportion; default true */
                    refundApplicationFee?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                        svcPaymentId: string;
                        /** @enum {string} */
                        status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                        /** @description The charge; after a partial capture the captured amount */
                        amountCents: number;
                        /** @description The platform fee as applied */
                        applicationFeeCents: number;
                        /** @example usd */
                        currency: string;
                        orderRef: string | null;
                        /** @example pi_3Q0sandbox */
                        processorPaymentIntentId: string;
                        /** @enum {string} */
                        captureMethod: "automatic" | "manual";
                        /** @description What was captured; 0 until the payment has succeeded */
                        capturedCents: number;
                        /** @description What was refunded, refunds under way included */
                        refundedCents: number;
                        /** @description What was returned of the platform fee */
                        applicationFeeRefundedCents: number;
                        /** @description In open disputes, and lost in decided ones */
                        disputedCents: number;
                        failure: {
                            /** @example card_declined */
                            code: string;
                            /** @example Your card was declined. */
                            message: string;
                        } | null;
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
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path: {
                /** @description The svcPaymentId */
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                        svcPaymentId: string;
                        /** @enum {string} */
                        status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                        /** @description The charge; after a partial capture the captured amount */
                        amountCents: number;
                        /** @description The platform fee as applied */
                        applicationFeeCents: number;
                        /** @example usd */
                        currency: string;
                        orderRef: string | null;
                        /** @example pi_3Q0sandbox */
                        processorPaymentIntentId: string;
                        /** @enum {string} */
                        captureMethod: "automatic" | "manual";
                        /** @description What was captured; 0 until the payment has succeeded */
                        capturedCents: number;
                        /** @description What was refunded, refunds under way included */
                        refundedCents: number;
                        /** @description What was returned of the platform fee */
                        applicationFeeRefundedCents: number;
                        /** @description In open disputes, and lost in decided ones */
                        disputedCents: number;
                        failure: {
                            /** @example card_declined */
                            code: string;
                            /** @example Your card was declined. */
                            message: string;
                        } | null;
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
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The svcPaymentId */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                        svcPaymentId: string;
                        /** @enum {string} */
                        status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                        /** @description The charge; after a partial capture the captured amount */
                        amountCents: number;
                        /** @description The platform fee as applied */
                        applicationFeeCents: number;
                        /** @example usd */
                        currency: string;
                        orderRef: string | null;
                        /** @example pi_3Q0sandbox */
                        processorPaymentIntentId: string;
                        /** @enum {string} */
                        captureMethod: "automatic" | "manual";
                        /** @description What was captured; 0 until the payment has succeeded */
                        capturedCents: number;
                        /** @description What was refunded, refunds under way included */
                        refundedCents: number;
                        /** @description What was returned of the platform fee */
                        applicationFeeRefundedCents: number;
                        /** @description In open disputes, and lost in decided ones */
                        disputedCents: number;
                        failure: {
                            /** @example card_declined */
                            code: string;
                            /** @example Your card was declined. */
                            message: string;
                        } | null;
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
                        refunds: {
                            /** @example svcrf_01jd3k5v8xemw9g6t2q4r7y0zb */
                            refundId: string;
                            amountCents: number;
                            /** @enum {string} */
                            status: "pending" | "succeeded" | "failed";
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description When the refund was made
                             */
                            createdAt: string;
                        }[];
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                orderRef?: string;
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb */
                            svcPaymentId: string;
                            /** @enum {string} */
                            status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                            /** @description The charge; after a partial capture the captured amount */
                            amountCents: number;
                            /** @description The platform fee as applied */
                            applicationFeeCents: number;
                            /** @example usd */
                            currency: string;
                            orderRef: string | null;
                            /** @example pi_3Q0sandbox */
                            processorPaymentIntentId: string;
                            /** @enum {string} */
                            captureMethod: "automatic" | "manual";
                            /** @description What was captured; 0 until the payment has succeeded */
                            capturedCents: number;
                            /** @description What was refunded, refunds under way included */
                            refundedCents: number;
                            /** @description What was returned of the platform fee */
                            applicationFeeRefundedCents: number;
                            /** @description In open disputes, and lost in decided ones */
                            disputedCents: number;
                            failure: {
                                /** @example card_declined */
                                code: string;
                                /** @example Your card was declined. */
                                message: string;
                            } | null;
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
                        }[];
                        /** @description Pass as cursor for the next page; null on the last one */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Short-lived; initialises the terminal SDK */
                        secret: string;
                    };
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The last id of the page before */
                startingAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example tml_1Q0sandbox */
                        id: string;
                        /** @example Main Street */
                        displayName: string;
                    }[];
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
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
                "application/json": {
                    /** Format: line */
                    displayName: string;
                    /** Format: line */
                    line1: string;
                    /** Format: line */
                    line2?: string;
                    /** Format: line */
                    city: string;
                    /** Format: line */
                    state: string;
                    /** Format: line */
                    postalCode: string;
                    /** @description Two letters; default US */
                    country?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example tml_1Q0sandbox */
                        id: string;
                        /** @example Main Street */
                        displayName: string;
                    };
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReaders: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The last id of the page before */
                startingAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example tmr_1Q0sandbox */
                        id: string;
                        /** @example Till 1 */
                        label: string;
                        /** @example simulated_wisepos_e */
                        deviceType: string;
                        /** @enum {string} */
                        status: "online" | "offline";
                        /** @example tml_1Q0sandbox */
                        locationId: string;
                    }[];
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerReader: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registrationCode": "simulated-wpe",
                 *       "locationId": "tml_1Q0sandbox",
                 *       "label": "Till 1"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: line
                     * @description As the reader displays it
                     */
                    registrationCode: string;
                    /** Format: line */
                    locationId: string;
                    /** Format: line */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example tmr_1Q0sandbox */
                        id: string;
                        /** @example Till 1 */
                        label: string;
                        /** @example simulated_wisepos_e */
                        deviceType: string;
                        /** @enum {string} */
                        status: "online" | "offline";
                        /** @example tml_1Q0sandbox */
                        locationId: string;
                    };
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@bakery.example",
                 *       "country": "US"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Prefills onboarding
                     */
                    email?: string;
                    /** @description Two letters; default US */
                    country?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        chargesEnabled: boolean;
                        payoutsEnabled: boolean;
                        requirements: string | null;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        chargesEnabled: boolean;
                        payoutsEnabled: boolean;
                        requirements: string | null;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        chargesEnabled: boolean;
                        payoutsEnabled: boolean;
                    };
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createOnboardingLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "returnUrl": "https://bakery.example/done",
                 *       "refreshUrl": "https://bakery.example/again"
                 *     }
                 */
                "application/json": {
                    /** Format: uri */
                    returnUrl: string;
                    /** Format: uri */
                    refreshUrl: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /**
                         * Format: date-time
                         * @description When the link stops working
                         */
                        expiresAt: string;
                    };
                };
            };
            /** @description Invalid request / No connected account */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Processor error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Outcome unknown */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                type?: string;
                paymentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @example evt_1Q0sandbox */
                            id: string;
                            /** @example payment_intent.succeeded */
                            type: string;
                            merchantId: string;
                            svcPaymentId: string | null;
                            /**
                             * Format: date-time
                             * @description When it happened at the processor
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description When this service recorded it
                             */
                            receivedAt: string;
                            /** @description applied, unchanged, stale, unverified, ignored, unread or waiting */
                            outcome: string;
                            delivery: {
                                /** @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb */
                                deliveryId: string;
                                /** @example evt_1Q0sandbox */
                                eventId: string;
                                /** @example payment_intent.succeeded */
                                type: string;
                                merchantId: string;
                                svcPaymentId: string | null;
                                state: "pending" | "delivered" | "dead";
                                /** @description Over all cycles */
                                attempts: number;
                                nextAttemptAt: string | null;
                                lastStatus: number | null;
                                lastError: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was queued
                                 */
                                createdAt: string;
                            } | null;
                        }[];
                        /** @description Pass as cursor for the next page; null on the last one */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": {
                    /** @description Also when it was delivered */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb */
                        deliveryId: string;
                        /** @example evt_1Q0sandbox */
                        eventId: string;
                        /** @example payment_intent.succeeded */
                        type: string;
                        merchantId: string;
                        svcPaymentId: string | null;
                        state: "pending" | "delivered" | "dead";
                        /** @description Over all cycles */
                        attempts: number;
                        nextAttemptAt: string | null;
                        lastStatus: number | null;
                        lastError: string | null;
                        /**
                         * Format: date-time
                         * @description When it was queued
                         */
                        createdAt: string;
                    };
                };
            };
            /** @description Invalid request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Idempotency conflict / In progress / Invalid state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Payload too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
