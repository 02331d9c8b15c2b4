// Made by: npm run generate -w client

export interface paths {
    "/admin/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List merchants, newest first */
        get: operations["listMerchants"];
        put?: never;
        /**
         * Create a merchant
         * @description Answers with its first API key and its callback signing secret, shown this once.
         */
        post: operations["createMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a merchant */
        get: operations["getMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a merchant’s name or fee policy
         * @description A fee set to null follows the platform’s default again.
         */
        patch: operations["changeMerchant"];
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a merchant
         * @description Its keys can read, but not change anything. Webhooks and callbacks go on.
         */
        post: operations["suspendMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a suspended merchant */
        post: operations["resumeMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a merchant’s card readers
         * @description As the processor lists them; none for a merchant without an account.
         */
        get: operations["listMerchantReaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/onboarding-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link to the processor’s onboarding page for a merchant */
        post: operations["createMerchantOnboardingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a merchant’s API keys, newest first */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue an API key
         * @description Several keys can be valid at once. The key is shown this once.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Answers with a new key; the old one works until the grace is over.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working at once, on every instance within a second.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set or clear the callback URL */
        put: operations["setCallback"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/callback/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the callback signing secret
         * @description Until the grace is over, every callback carries one v1= per valid secret. At most three are valid at a time: rotating more often ends the oldest early.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/callback/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a signed test event now */
        post: operations["testCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List callbacks, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieve a callback with its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a callback again
         * @description A fresh cycle of nine attempts under the same event id.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send many callbacks again */
        post: operations["redeliverAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the processor’s events, newest first */
        get: operations["listAllEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments of all merchants, newest first
         * @description A page can hold fewer payments than asked for and still have a `nextCursor`: filters by method and amount look through the 20,000 newest payments at a time.
         */
        get: operations["listAllPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment with its timeline
         * @description Operations, events, deliveries with attempts, ledger entries, refunds and disputes.
         */
        get: operations["getPaymentTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Volume, success, fees and delivery health over a period */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/payments/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Capture a payment for its merchant */
        post: operations["captureForMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refund a payment for its merchant */
        post: operations["refundForMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a payment for its merchant */
        post: operations["cancelForMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operations whose outcome is not known yet, oldest first */
        get: operations["listOpenOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what a text names
         * @description The id of a payment, event, delivery, merchant or account, a processor’s payment id, an order reference, a part of a merchant’s name, or the traceId of an operator action.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/ledger/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a merchant’s ledger entries, newest first */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/ledger/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A merchant’s balances by currency */
        get: operations["listLedgerBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/ledger/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A merchant’s movements in a period, and its balances before and after
         * @description At most 92 days at once.
         */
        get: operations["getLedgerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/ledger/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the ledger
         * @description Proves that every entry balances and that every payment agrees with its entries, refunds and disputes. The result is kept as the last check. It reads everything: with many payments it takes a while.
         */
        post: operations["verifyLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the console’s overview shows
         * @description Figures of a period by currency, decline reasons, the health of callbacks, and what needs attention now. At most 370 days at once. Figures are kept by the quarter of an hour and are a few seconds old at most.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/portal-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to a merchant’s portal
         * @description The link works once, within ten minutes. It opens the console for this merchant alone: its payments, events, callbacks, callback settings and keys.
         */
        post: operations["createPortalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes as they happen
         * @description Server-sent events: one for each `payment`, `event` and `delivery` that changed. Read the object itself for its details. Send `Last-Event-ID` after a broken connection to receive what was missed in the last five minutes; a change can then arrive twice. The stream ends when the token or session is revoked.
         */
        get: operations["stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operator actions, newest first */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operators, newest first */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator
         * @description Answers with the operator’s token, shown this once.
         */
        post: operations["addOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators/{operatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an operator
         * @description The token stops working at once, on every instance within a second.
         */
        delete: operations["removeOperator"];
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
    listMerchants: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
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
                            /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                            merchantId: string;
                            /** @example Corner Bakery */
                            name: string;
                            /** @description In force: the merchant’s own, else the platform’s default */
                            feeBps: number;
                            /** @description In force: the merchant’s own, else the platform’s default */
                            feeFixedCents: number;
                            callbackUrl: string | null;
                            processorAccountId: string | null;
                            /** @enum {string} */
                            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                            /** @description Its keys read and change nothing */
                            suspended: boolean;
                            /**
                             * Format: date-time
                             * @description When the merchant was created
                             */
                            createdAt: string;
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
            /** @description Forbidden */
            403: {
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
    createMerchant: {
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
                 *       "name": "Corner Bakery",
                 *       "feeBps": 250,
                 *       "callbackUrl": "https://bakery.example/callbacks"
                 *     }
                 */
                "application/json": {
                    /** Format: line */
                    name: string;
                    feeBps?: number | null;
                    feeFixedCents?: number | null;
                    callbackUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                        merchantId: string;
                        /** @example Corner Bakery */
                        name: string;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeBps: number;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeFixedCents: number;
                        callbackUrl: string | null;
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        /** @description Its keys read and change nothing */
                        suspended: boolean;
                        /**
                         * Format: date-time
                         * @description When the merchant was created
                         */
                        createdAt: string;
                        /** @description Shown this once */
                        apiKey: string;
                        /** @description Shown this once */
                        callbackSigningSecret: string;
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
            /** @description Forbidden */
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
    getMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
                        /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                        merchantId: string;
                        /** @example Corner Bakery */
                        name: string;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeBps: number;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeFixedCents: number;
                        callbackUrl: string | null;
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        /** @description Its keys read and change nothing */
                        suspended: boolean;
                        /**
                         * Format: date-time
                         * @description When the merchant was created
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
            /** @description Forbidden */
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
    changeMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "feeBps": 150
                 *     }
                 */
                "application/json": {
                    /** Format: line */
                    name?: string;
                    feeBps?: number | null;
                    feeFixedCents?: number | null;
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
                        /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                        merchantId: string;
                        /** @example Corner Bakery */
                        name: string;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeBps: number;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeFixedCents: number;
                        callbackUrl: string | null;
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        /** @description Its keys read and change nothing */
                        suspended: boolean;
                        /**
                         * Format: date-time
                         * @description When the merchant was created
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
            /** @description Forbidden */
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
    suspendMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
                        /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                        merchantId: string;
                        /** @example Corner Bakery */
                        name: string;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeBps: number;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeFixedCents: number;
                        callbackUrl: string | null;
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        /** @description Its keys read and change nothing */
                        suspended: boolean;
                        /**
                         * Format: date-time
                         * @description When the merchant was created
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
            /** @description Forbidden */
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
    resumeMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
                        /** @example mer_01jd3k5v8xemw9g6t2q4r7y0zb */
                        merchantId: string;
                        /** @example Corner Bakery */
                        name: string;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeBps: number;
                        /** @description In force: the merchant’s own, else the platform’s default */
                        feeFixedCents: number;
                        callbackUrl: string | null;
                        processorAccountId: string | null;
                        /** @enum {string} */
                        onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                        /** @description Its keys read and change nothing */
                        suspended: boolean;
                        /**
                         * Format: date-time
                         * @description When the merchant was created
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
            /** @description Forbidden */
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
    listMerchantReaders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
            /** @description Forbidden */
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
    createMerchantOnboardingLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
            };
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
            /** @description Forbidden */
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
    listKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                merchantId: string;
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
                        data: {
                            /** @example key_01jd3k5v8xemw9g6t2q4r7y0zb */
                            keyId: string;
                            label: string | null;
                            /** @description The last four characters of the key */
                            hint: string;
                            /**
                             * Format: date-time
                             * @description When the key was issued
                             */
                            createdAt: string;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                            revokedAt: string | null;
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
            /** @description Forbidden */
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
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "label": "checkout server"
                 *     }
                 */
                "application/json": {
                    label?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_01jd3k5v8xemw9g6t2q4r7y0zb */
                        keyId: string;
                        label: string | null;
                        /** @description The last four characters of the key */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When the key was issued
                         */
                        createdAt: string;
                        lastUsedAt: string | null;
                        expiresAt: string | null;
                        revokedAt: string | null;
                        /** @description Shown this once */
                        apiKey: string;
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
            /** @description Forbidden */
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
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How long the old one goes on working
                     * @default 86400
                     */
                    graceSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example key_01jd3k5v8xemw9g6t2q4r7y0zb */
                        keyId: string;
                        label: string | null;
                        /** @description The last four characters of the key */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When the key was issued
                         */
                        createdAt: string;
                        lastUsedAt: string | null;
                        expiresAt: string | null;
                        revokedAt: string | null;
                        /** @description Shown this once */
                        apiKey: string;
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
            /** @description Forbidden */
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
            /** @description Invalid state */
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
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
            /** @description Forbidden */
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
    setCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://bakery.example/callbacks"
                 *     }
                 */
                "application/json": {
                    url: string | null;
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
                        url: string | null;
                        /** @description Only when this call made it */
                        signingSecret?: string;
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
            /** @description Forbidden */
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
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How long the old one goes on working
                     * @default 86400
                     */
                    graceSeconds?: number;
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
                        /** @description Shown this once */
                        signingSecret: string;
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
            /** @description Forbidden */
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
    testCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
                        /** @description Whether the receiver answered 2xx */
                        delivered: boolean;
                        status: number | null;
                        error: string | null;
                        durationMs: number;
                        answer: string;
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
            /** @description Forbidden */
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
            /** @description Invalid state */
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                merchantId?: string;
                state?: "pending" | "delivered" | "dead";
                type?: string;
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
            /** @description Forbidden */
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
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
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
                        attemptLog: {
                            /** @description Within its cycle of nine */
                            attempt: number;
                            /**
                             * Format: date-time
                             * @description When it was sent
                             */
                            startedAt: string;
                            durationMs: number;
                            status: number | null;
                            error: string | null;
                            /** @description The first 16 KiB of what the receiver answered */
                            answer: string;
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
            /** @description Forbidden */
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
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
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
            /** @description Forbidden */
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
            /** @description Invalid state */
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
    redeliverAll: {
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
                 *       "state": "dead",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    /** Format: line */
                    merchantId?: string;
                    state: "pending" | "delivered" | "dead";
                    /** Format: line */
                    type?: string;
                    /**
                     * Format: date-time
                     * @description Queued at or after
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Queued before
                     */
                    to?: string;
                    /** @description Only count */
                    dryRun?: boolean;
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
                        count: number;
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
            /** @description Forbidden */
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
    listAllEvents: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                type?: string;
                paymentId?: string;
                merchantId?: string;
                state?: "pending" | "delivered" | "dead";
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
            /** @description Forbidden */
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
    listAllPayments: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                merchantId?: string;
                status?: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled";
                orderRef?: string;
                /** @description How it is captured */
                method?: "automatic" | "manual";
                /** @description In cents, inclusive */
                amountFrom?: number;
                /** @description In cents, inclusive */
                amountTo?: number;
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
                            merchantId: string;
                            processor: string;
                            connectedAccountId: string;
                            failureCode: string | null;
                            failureMessage: string | null;
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
            /** @description Forbidden */
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
    getPaymentTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                        merchantId: string;
                        processor: string;
                        connectedAccountId: string;
                        failureCode: string | null;
                        failureMessage: string | null;
                        operations: {
                            operationId: string;
                            kind: string;
                            state: string;
                            idempotencyKey: string | null;
                            refusal: string | null;
                            /**
                             * Format: date-time
                             * @description When it was started
                             */
                            createdAt: string;
                            settledAt: string | null;
                        }[];
                        /** @description What operators did with the payment */
                        actions: {
                            /**
                             * Format: date-time
                             * @description When it was asked for
                             */
                            at: string;
                            /** @description The operator whose token was used */
                            actor: string;
                            operatorId: string | null;
                            note: string | null;
                            /** @example payment.refund */
                            action: string;
                            detail: {
                                [key: string]: unknown;
                            };
                        }[];
                        events: {
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
                        }[];
                        deliveries: {
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
                            attemptLog: {
                                /** @description Within its cycle of nine */
                                attempt: number;
                                /**
                                 * Format: date-time
                                 * @description When it was sent
                                 */
                                startedAt: string;
                                durationMs: number;
                                status: number | null;
                                error: string | null;
                                /** @description The first 16 KiB of what the receiver answered */
                                answer: string;
                            }[];
                        }[];
                        ledgerEntries: {
                            fact: string;
                            kind: string;
                            /** @description The operation or event that brought it */
                            source: string;
                            currency: string;
                            customerCents: number;
                            merchantCents: number;
                            platformFeesCents: number;
                            disputeHoldCents: number;
                            /**
                             * Format: date-time
                             * @description When it was posted
                             */
                            postedAt: string;
                        }[];
                        refunds: {
                            refundId: string;
                            processorRefundId: string | null;
                            amountCents: number;
                            reason: string | null;
                            state: string;
                            /**
                             * Format: date-time
                             * @description When it was asked for
                             */
                            createdAt: string;
                        }[];
                        disputes: {
                            processorDisputeId: string;
                            amountCents: number;
                            reason: string | null;
                            state: string;
                            /**
                             * Format: date-time
                             * @description When it was opened
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
            /** @description Forbidden */
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
    getStats: {
        parameters: {
            query?: {
                /** @description Default: 30 days ago */
                from?: string;
                /** @description Exclusive; default: now */
                to?: string;
                /** @description Default: all merchants together */
                merchantId?: string;
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
                        /**
                         * Format: date-time
                         * @description Start of the period
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Its end, exclusive
                         */
                        to: string;
                        volume: {
                            /** @example 2026-01-31 */
                            day: string;
                            currency: string;
                            payments: number;
                            capturedCents: number;
                            refundedCents: number;
                            /** @description Fees less fees returned */
                            feeCents: number;
                        }[];
                        payments: {
                            created: number;
                            succeeded: number;
                            canceled: number;
                            failed: number;
                            successRate: number | null;
                        };
                        deliveries: {
                            pending: number;
                            dead: number;
                            oldestPendingAt: string | null;
                        };
                        deliveriesPerDay: {
                            day: string;
                            delivered: number;
                            dead: number;
                            pending: number;
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
            /** @description Forbidden */
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
    captureForMerchant: {
        parameters: {
            query?: never;
            header: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key": string;
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
            /** @description Missing header / Invalid request */
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
            /** @description Forbidden */
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
    refundForMerchant: {
        parameters: {
            query?: never;
            header: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key": string;
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
            /** @description Missing header / Invalid request */
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
            /** @description Forbidden */
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
    cancelForMerchant: {
        parameters: {
            query?: never;
            header: {
                /** @description Stable across retries, for example derived from your order id */
                "idempotency-key": string;
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
            /** @description Missing header / Invalid request */
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
            /** @description Forbidden */
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
    listOpenOperations: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                state?: "open";
                merchantId?: string;
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
                            operationId: string;
                            merchantId: string;
                            svcPaymentId: string | null;
                            /** @example refund */
                            kind: string;
                            idempotencyKey: string | null;
                            attempt: number;
                            /** @description What the processor is asked */
                            asked: {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description When it was started
                             */
                            createdAt: string;
                            askedAgainAt: string | null;
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
            /** @description Forbidden */
            403: {
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
    search: {
        parameters: {
            query: {
                q: string;
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
                            /** @enum {string} */
                            kind: "payment" | "event" | "delivery" | "merchant" | "action";
                            id: string;
                            merchantId: string | null;
                            summary: string;
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
            /** @description Forbidden */
            403: {
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
    listLedgerEntries: {
        parameters: {
            query: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                merchantId: string;
                currency?: string;
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
                            svcPaymentId: string;
                            fact: string;
                            kind: string;
                            /** @description The operation or event that brought it */
                            source: string;
                            /** @example usd */
                            currency: string;
                            customerCents: number;
                            merchantCents: number;
                            platformFeesCents: number;
                            disputeHoldCents: number;
                            /**
                             * Format: date-time
                             * @description When it was posted
                             */
                            postedAt: string;
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
            /** @description Forbidden */
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
    listLedgerBalances: {
        parameters: {
            query: {
                merchantId: string;
                currency?: string;
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
                            /** @example usd */
                            currency: string;
                            customerCents: number;
                            merchantCents: number;
                            platformFeesCents: number;
                            disputeHoldCents: number;
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
            /** @description Forbidden */
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
    getLedgerStatement: {
        parameters: {
            query: {
                merchantId: string;
                currency?: string;
                /** @description Default: 30 days before to */
                from?: string;
                /** @description Exclusive; default: now */
                to?: string;
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
                        /**
                         * Format: date-time
                         * @description Start of the period
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Its end, exclusive
                         */
                        to: string;
                        /** @description The period is over: nothing will be added to it */
                        isFinal: boolean;
                        lines: {
                            /**
                             * Format: date-time
                             * @description When it was posted
                             */
                            postedAt: string;
                            kind: string;
                            paymentId: string;
                            orderRef: string | null;
                            currency: string;
                            /** @description What the customer paid; negative when money went back */
                            grossCents: number;
                            feeCents: number;
                            netCents: number;
                        }[];
                        totals: {
                            currency: string;
                            openingCents: number;
                            netCents: number;
                            closingCents: number;
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
            /** @description Forbidden */
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
    verifyLedger: {
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
                    /**
                     * @example {
                     *       "ok": true,
                     *       "checked": 1204,
                     *       "entries": 1377,
                     *       "problems": [],
                     *       "at": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        /** @description Payments */
                        checked: number;
                        /** @description Ledger entries */
                        entries: number;
                        /** @description The first 100 */
                        problems: {
                            merchantId: string;
                            svcPaymentId: string;
                            /** @example refunded */
                            what: string;
                            /** @description What the payment says */
                            paymentCents: number;
                            /** @description What the ledger says */
                            ledgerCents: number;
                        }[];
                        /**
                         * Format: date-time
                         * @description When it was checked
                         */
                        at: string;
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
            /** @description Forbidden */
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
    getOverview: {
        parameters: {
            query?: {
                /** @description Default: 30 days before to */
                from?: string;
                /** @description Exclusive; default: now */
                to?: string;
                /** @description Default: all merchants together */
                merchantId?: string;
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
                        /**
                         * Format: date-time
                         * @description Start of the period, on the quarter of an hour
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Its end, exclusive
                         */
                        to: string;
                        /**
                         * @description What a point of a series covers, in UTC
                         * @enum {string}
                         */
                        bucket: "hour" | "day";
                        currencies: {
                            /** @example usd */
                            currency: string;
                            /** @description Captured in the period */
                            volumeCents: number;
                            /** @description Payments created in the period */
                            count: number;
                            /** @description Of those, how many have succeeded by now */
                            succeeded: number;
                            /** @description Of those, how many were declined and not paid since */
                            failed: number;
                            /** @description Fees less fees returned */
                            feesCents: number;
                            refundedCents: number;
                            disputedCents: number;
                            series: {
                                /**
                                 * Format: date-time
                                 * @description Start of the hour or day
                                 */
                                at: string;
                                volumeCents: number;
                                count: number;
                                succeeded: number;
                                feesCents: number;
                                refundedCents: number;
                            }[];
                        }[];
                        /** @description The ten most frequent reasons */
                        declines: {
                            /** @example card_declined */
                            code: string;
                            count: number;
                        }[];
                        callbacks: {
                            delivered: number;
                            /** @description Attempts that failed */
                            failed: number;
                            /** @description Waiting now; at most 10,000 are counted */
                            pending: number;
                            /** @description Dead letters of the period */
                            dead: number;
                            p50Ms: number | null;
                            p95Ms: number | null;
                            series: {
                                /**
                                 * Format: date-time
                                 * @description Start of the hour or day
                                 */
                                at: string;
                                delivered: number;
                                failed: number;
                            }[];
                        };
                        attention: {
                            /** @description All there are; at most 10,000 are counted */
                            deadLetters: number;
                            failingEndpoints: {
                                merchantId: string;
                                name: string;
                                since: string | null;
                                /** @description At most 1,000 are counted */
                                waiting: number;
                            }[];
                            restrictedMerchants: {
                                merchantId: string;
                                name: string;
                                onboardingStatus: string;
                            }[];
                            /** @description Operations whose outcome is not known */
                            openOperations: number;
                            /** @description Events since `from` that could not be read */
                            unreadEvents: number;
                            disputes: {
                                svcPaymentId: string;
                                merchantId: string;
                                amountCents: number;
                                currency: string;
                                dueBy: string | null;
                            }[];
                            lastLedgerCheck: {
                                /**
                                 * Format: date-time
                                 * @description When the ledger was last checked
                                 */
                                at: string;
                                ok: boolean;
                            } | null;
                        };
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
            /** @description Forbidden */
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
    createPortalLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                merchantId: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://pay.example.com/console/portal#code=svc_code_…",
                     *       "expiresAt": "2026-01-31T12:10:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Opens the portal, once. Treat it like a password. */
                        url: string;
                        /**
                         * Format: date-time
                         * @description Ten minutes from now
                         */
                        expiresAt: string;
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
            /** @description Forbidden */
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
    stream: {
        parameters: {
            query?: never;
            header?: {
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, until either side closes the connection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 1769860800000
                     *     event: payment
                     *     data: {"kind":"payment","id":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","merchantId":"mer_01jd3k5v8xemw9g6t2q4r7y0zb","svcPaymentId":"svcpay_01jd3k5v8xemw9g6t2q4r7y0zb","status":"succeeded","at":"2026-01-31T12:00:00.000Z"}
                     */
                    "text/event-stream": string;
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
            /** @description Forbidden */
            403: {
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
    listActions: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
                merchantId?: string;
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
                            auditId: string;
                            /**
                             * Format: date-time
                             * @description When it was done
                             */
                            at: string;
                            /**
                             * @description The operator whose token was used
                             * @example Ana
                             */
                            actor: string;
                            operatorId: string | null;
                            note: string | null;
                            address: string | null;
                            /** @example key.revoke */
                            action: string;
                            target: string;
                            merchantId: string | null;
                            traceId: string;
                            detail: {
                                [key: string]: unknown;
                            };
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
            /** @description Forbidden */
            403: {
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
    listOperators: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                limit?: number;
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
                            /** @example opr_01jd3k5v8xemw9g6t2q4r7y0zb */
                            operatorId: string;
                            name: string;
                            /**
                             * @description viewer reads; support also redelivers, captures, refunds and cancels; admin does everything
                             * @enum {string}
                             */
                            role: "viewer" | "support" | "admin";
                            /** @description The last four characters of the token */
                            hint: string;
                            /**
                             * Format: date-time
                             * @description When the operator was added
                             */
                            createdAt: string;
                            lastUsedAt: string | null;
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
            /** @description Forbidden */
            403: {
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
    addOperator: {
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
                 *       "name": "Ana",
                 *       "role": "support"
                 *     }
                 */
                "application/json": {
                    /** Format: line */
                    name: string;
                    /**
                     * @description viewer reads; support also redelivers, captures, refunds and cancels; admin does everything
                     * @enum {string}
                     */
                    role: "viewer" | "support" | "admin";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example opr_01jd3k5v8xemw9g6t2q4r7y0zb */
                        operatorId: string;
                        name: string;
                        /**
                         * @description viewer reads; support also redelivers, captures, refunds and cancels; admin does everything
                         * @enum {string}
                         */
                        role: "viewer" | "support" | "admin";
                        /** @description The last four characters of the token */
                        hint: string;
                        /**
                         * Format: date-time
                         * @description When the operator was added
                         */
                        createdAt: string;
                        lastUsedAt: string | null;
                        /** @description Shown this once */
                        token: string;
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
            /** @description Forbidden */
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
    removeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
            /** @description Forbidden */
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
