// Made by: npm run generate -w client

export interface paths {
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the console session
         * @description The console’s pages read it to find out who is signed in and what to offer.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in to the console
         * @description Takes an operator token, or the code of a sign-in link. Sets the cookie `svc_console` for twelve hours.
         */
        post: operations["signIn"];
        /**
         * Sign out of the console
         * @description Ends this session at once here, and within a second on every instance.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merchants
         * @description Newest first.
         */
        get: operations["listMerchants"];
        put?: never;
        /**
         * Create a merchant
         * @description Returns the merchant with its first API key and its callback signing secret. Neither is shown again.
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
        /**
         * Retrieve a merchant
         * @description Includes the age of its signing secrets and the health of its endpoint. Keys and secrets are shown only once.
         */
        get: operations["getMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a merchant’s name or fee policy
         * @description Set a fee to null to use the platform’s default again. New payments get the new fee.
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
         * @description The merchant’s keys can then only read. Webhooks and callbacks continue.
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
        /**
         * Resume a suspended merchant
         * @description Its keys can make changes again at once. Has no effect on a merchant that is not suspended.
         */
        post: operations["resumeMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a merchant’s connected account
         * @description If there is one already, it is returned.
         */
        post: operations["createMerchantAccount"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable or enable a merchant’s account
         * @description A disabled account takes no new payments: creating one fails with `account_disabled`. Captures, refunds, webhooks and callbacks of existing payments continue.
         */
        patch: operations["changeMerchantAccount"];
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
         * @description Read from the processor. Empty for a merchant without a connected account.
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
    "/admin/v1/merchants/{merchantId}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a merchant’s card reader locations
         * @description Read from the processor. Empty for a merchant without a connected account.
         */
        get: operations["listMerchantLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/terminal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a card reader or create a location for a merchant
         * @description Like `POST /v1/terminal/readers` and `POST /v1/terminal/locations`.
         */
        post: operations["addTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/terminal/{id}": {
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
         * Remove a merchant’s card reader or location
         * @description A reader can be registered again with a new code from its display. Remove the readers of a location before the location itself.
         */
        delete: operations["removeTerminal"];
        options?: never;
        head?: never;
        /**
         * Rename a merchant’s card reader or location
         * @description The id determines which of the two is renamed.
         */
        patch: operations["renameTerminal"];
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
        /**
         * Create an onboarding link for a merchant
         * @description Returns a link to the processor’s onboarding form. It works once and for a few minutes, until `expiresAt`: create it when the merchant is ready to open it. An expired link leads to `refreshUrl`; create a new one from there.
         */
        post: operations["createMerchantOnboardingLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/processor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a merchant to another processor
         * @description New payments, onboarding and readers use its account there, at once or as soon as that account can take payments. Existing payments stay with their processor. To cancel a pending move, name the merchant’s current processor.
         */
        post: operations["moveMerchant"];
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
        /**
         * List a merchant’s API keys
         * @description Newest first. The keys themselves are never shown again.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Issue an API key
         * @description A merchant can have several valid keys. The key is not shown again.
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
         * @description Returns a new key. The old one keeps working until the grace period is over.
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
         * @description It stops working at once on this instance, and within a second on every other.
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
        /**
         * Set or clear the callback URL
         * @description A null URL stops callbacks. Events are still recorded, and can be sent later.
         */
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
         * @description Until the grace period ends, every callback carries one `v1=` for each valid secret. At most three are valid at a time: a fourth ends the oldest early, and `endedSecrets` lists it.
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
        /**
         * Send a test event
         * @description Sends one signed event to the callback URL now, and reports how the receiver answered. A merchant can run one test at a time; a second gets 409 In progress.
         */
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
        /**
         * List deliveries
         * @description Callbacks to merchants, newest first. `state=dead` lists the dead letters. With `type` or `processor`, a page can hold fewer callbacks than `limit` and still have a `nextCursor`: each page scans at most 5,000.
         */
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
        /**
         * Retrieve a delivery with its attempts
         * @description Includes the request that is sent and the answer to each attempt.
         */
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
         * Redeliver a callback
         * @description Starts a new cycle of nine attempts, with the same `Svc-Event-Id`. The first is made at once, even to an endpoint that is paused because it keeps failing.
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
        /**
         * Redeliver many callbacks
         * @description Redelivers every callback that matches. Use `dryRun` first to see how many there are. Without `state`, `merchantId` and `from` are required, and all of the merchant’s callbacks since then are redelivered.
         */
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
        /**
         * List events
         * @description All events received from the processor, newest first. With `type` or `processor`, a page can hold fewer events than `limit` and still have a `nextCursor`: each page scans at most 5,000.
         */
        get: operations["listAllEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/merchants/{merchantId}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event’s payload
         * @description The event as the processor sent it, with secrets masked.
         */
        get: operations["getEventPayload"];
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
         * List payments
         * @description Payments of all merchants, newest first unless `needsResponse` is set. A page can hold fewer payments than `limit` and still have a `nextCursor`: filters by method, processor, currency and amount scan 10,000 payments per page, or 1,000 if combined with a status. `declined` scans 1,000 that need a payment method. With `format=csv`, the answer is a file with all matching payments, newest first; amounts are integers in the currency’s smallest unit.
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
         * @description Returns the payment with its history: operations, operators’ actions, events, deliveries with their attempts, ledger entries, refunds and disputes. Also lists the other payments of its order.
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
    "/admin/v1/payments/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a payment for its merchant
         * @description Like `POST /v1/payments/{id}/capture`. Recorded in the audit log before the processor is asked.
         */
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
        /**
         * Refund a payment for its merchant
         * @description Like `POST /v1/payments/{id}/refund`. Recorded in the audit log before the processor is asked.
         */
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
        /**
         * Cancel a payment for its merchant
         * @description Like `POST /v1/payments/{id}/cancel`. Recorded in the audit log before the processor is asked.
         */
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
        /**
         * List operations without an outcome
         * @description Lists calls that the processor has not answered yet, oldest first.
         */
        get: operations["listOpenOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List merchants with failures
         * @description Lists accounts first, then endpoints by their waiting callbacks, then merchants by their declined payments.
         */
        get: operations["listFailing"];
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
         * Search
         * @description Finds a payment, event, delivery, merchant, API key or operator by its id or the beginning of it. The id of an API key is `key_` followed by the part of the key between `svc_live_` and the secret; an operator’s id is `opr_` followed by the same part of the token. Also finds an API key by its last four characters. Never search for the secret itself. Finds a payment by its order reference, or by the number at the end of the reference if the newest payments have references of that form. Also finds a payment by its id or the id of a refund or dispute (ours or the processor’s), and by the id of its latest charge or of the fee on that charge. Finds a merchant by its account or part of its name. A `traceId` finds the operation and payment of a call, the event of a webhook, or an operator’s action. The beginning of a charge’s, a fee’s or a trace’s id must have at least 8 characters. If the complete id of a charge or fee is not stored here, the service asks the processor. Most fees can be found by the beginning of their id only after the daily comparison has read them.
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
        /**
         * List a merchant’s ledger entries
         * @description Newest first. The four amounts of an entry always add up to zero.
         */
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
        /**
         * Get a merchant’s balances
         * @description The sums of all its ledger entries, by currency.
         */
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
         * Get a merchant’s statement
         * @description Everything posted in a period of at most 92 days, and the balances before and after it. All amounts are integers in the currency’s smallest unit. With `limit`, the lines come in pages; the totals always cover the whole period. With `format=csv`, the answer is a file with the fields of a line as columns: a row with the opening balance of each currency, a row per line, and a row with the closing balance of each currency.
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
         * @description Verifies that every entry balances and that every payment agrees with its entries, refunds and disputes. The result is stored as the last check. It reads everything, so it takes a while with many payments.
         */
        post: operations["verifyLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comparisons with the processor
         * @description Newest first.
         */
        get: operations["listReconciliations"];
        put?: never;
        /**
         * Compare the books with the processor
         * @description Compares all payments created and all money moved in a period, in both directions, and checks every unexplained difference again, whatever its period. The comparison runs in the background, after all other calls to the processor, and resumes after an interruption. If the same comparison is already running, returns that one. Nothing is ever written to the processor.
         */
        post: operations["startReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/reconciliations/{reconciliationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a comparison and its findings
         * @description Returns its progress, its scope, the sums of both sides, and a page of the differences in the order in which they were found.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List differences from the processor
         * @description Unexplained differences, or with `explained` the explained ones. Newest first.
         */
        get: operations["listDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/differences/{differenceId}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain a difference
         * @description Records in a note why the books and the processor disagree. The difference no longer counts, unless a later comparison finds different amounts.
         */
        post: operations["explainDifference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/processors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the processors
         * @description Lists the processors in the settings, the default first, and how long a draining one is still needed.
         */
        get: operations["listProcessors"];
        put?: never;
        post?: never;
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
         * Get the overview
         * @description Returns the data on the console’s first page: figures by currency for a period of at most 370 days, decline reasons, the health of callbacks, and what needs attention now. Figures are at most 20 seconds old. `attention` always covers all processors.
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
    "/admin/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get figures for a period
         * @description Volume, success rate, fees and the state of deliveries.
         */
        get: operations["getStats"];
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
         * @description The link works once, within ten minutes. It uses `SVC_PUBLIC_URL` if that is set. It opens the console for this merchant only: its payments, events, callbacks, callback settings, keys and card readers.
         */
        post: operations["createPortalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sandbox/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a test payment
         * @description Creates a payment as the merchant’s own server would, and returns the page for paying it. Sandbox mode only.
         */
        post: operations["createTestPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/sandbox/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trigger an event
         * @description Creates a payment and takes every step that leads to the event, which then arrives by webhook. Sandbox mode only.
         */
        post: operations["triggerEvent"];
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
         * @description Sends server-sent events: one for each `payment`, `event` and `delivery` that changed. Read the object itself for its details. After a broken connection, send `Last-Event-ID` to receive what you missed in the last five minutes; a change can then arrive twice. The stream ends when the token or session is revoked.
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
        /**
         * List operators’ actions
         * @description Newest first.
         */
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
        /**
         * List operators
         * @description Newest first.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator
         * @description Returns the operator with their token, which is not shown again.
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
         * @description The token stops working at once on this instance, and within a second on every other.
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
        /**
         * AccountChange
         * @description The account to change, and its new state.
         */
        AccountChange: {
            /** @description The processor of the account. Default: the active one. */
            processor?: string;
            /** @description True to stop new payments, false to allow them again */
            disabled: boolean;
        };
        /**
         * AddedOperator
         * @description The new operator, with their token.
         */
        AddedOperator: {
            /**
             * @description The operator’s id
             * @example opr_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            operatorId: string;
            /**
             * @description The operator’s name
             * @example Ana
             */
            name: string;
            /**
             * @description `viewer` reads. `support` can also redeliver, capture, refund and cancel. `admin` can do everything.
             * @example support
             * @enum {string}
             */
            role: "viewer" | "support" | "admin";
            /**
             * @description The last four characters of the token
             * @example 4b7e
             */
            hint: string;
            /**
             * Format: date-time
             * @description When the operator was added
             */
            createdAt: string;
            /** @description When the token was last used, to the minute; null when it never was */
            lastUsedAt: string | null;
            /**
             * @description The token itself. It is not shown again.
             * @example svc_op_01jd3k5v8xemw9g6t2q4r7y0zb_4b7e…
             */
            token: string;
        };
        /**
         * ApiKey
         * @description An API key of a merchant, without the key itself.
         */
        ApiKey: {
            /**
             * @description The id of the API key, not the key itself
             * @example key_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            keyId: string;
            /** @description The purpose of the key; null without a label */
            label: string | null;
            /**
             * @description The last four characters of the key
             * @example 9f2c
             */
            hint: string;
            /**
             * Format: date-time
             * @description When the key was issued
             */
            createdAt: string;
            /** @description When it was last used, to the minute; null if it never was */
            lastUsedAt: string | null;
            /**
             * @description When it stops working after a rotation; null if no end is set
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When it was revoked; null when it was not
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description Who revoked or rotated it: the name of an operator, `owner` or `portal`. In a portal, `platform` stands for every operator. Null if nobody did
             * @example null
             */
            endedBy: string | null;
        };
        /**
         * ApiKeyList
         * @description One page of the list.
         */
        ApiKeyList: {
            /** @description The items of this page */
            data: components["schemas"]["ApiKey"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * AuditEntry
         * @description An action of an operator.
         */
        AuditEntry: {
            /**
             * @description The entry’s number
             * @example 1042
             */
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
            /** @description The operator’s id; null for the owner of SVC_OPERATOR_TOKEN */
            operatorId: string | null;
            /**
             * @description The caller’s Svc-Actor header, up to 200 characters; null when there was none
             * @example null
             */
            note: string | null;
            /** @description The client’s address; null when it is not known */
            address: string | null;
            /**
             * @description The action
             * @example payment.refund
             */
            action: string;
            /**
             * @description The object of the action
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            target: string;
            /** @description The merchant it concerns; null if it concerns the platform */
            merchantId: string | null;
            /**
             * @description The id of the request
             * @example trc_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            traceId: string;
            /**
             * @description The code of the problem when it was refused or failed; null otherwise
             * @example null
             */
            outcome: string | null;
            /**
             * @description The detail of that problem; null without one
             * @example null
             */
            outcomeDetail: string | null;
            /**
             * @description Further details: amounts, or the values before and after
             * @example {
             *       "amountCents": 1000,
             *       "currency": "usd"
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /**
         * AuditEntryList
         * @description One page of the list.
         */
        AuditEntryList: {
            /** @description The items of this page */
            data: components["schemas"]["AuditEntry"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * BulkRedelivery
         * @description Which callbacks to redeliver.
         */
        BulkRedelivery: {
            /** @description Only this merchant */
            merchantId?: string;
            /** @description Only events of this processor */
            processor?: string;
            /**
             * @description `undelivered`: both `pending` and `dead`
             * @enum {string}
             */
            state?: "undelivered" | "pending" | "delivered" | "dead";
            /** @description Only this event type */
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
            /**
             * @description Only count the matching callbacks; redeliver nothing
             * @default false
             */
            dryRun?: boolean;
        };
        /**
         * Callback
         * @description The current callback URL.
         */
        Callback: {
            /** @description The URL that receives events; null for none */
            url: string | null;
            /**
             * @description Present only if this call created it. It is not shown again.
             * @example whsec_5f0c…
             */
            signingSecret?: string;
        };
        /**
         * CallbackChange
         * @description The new callback URL.
         */
        CallbackChange: {
            /** @description The URL that receives events, https in production. Null to send none. */
            url: string | null;
        };
        /**
         * CallbackTestResult
         * @description How the receiver answered.
         */
        CallbackTestResult: {
            /** @description Whether the receiver answered 2xx */
            delivered: boolean;
            /** @description The HTTP status of the answer; null when there was none */
            status: number | null;
            /** @description Why it failed; null when it did not */
            error: string | null;
            /**
             * @description How long it took, in milliseconds
             * @example 84
             */
            durationMs: number;
            /**
             * @description The first 16 KiB of the answer
             * @example ok
             */
            answer: string;
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
         * ConsoleSession
         * @description Who is signed in, and until when.
         */
        ConsoleSession: {
            /**
             * @description Whether an operator is signed in, or a merchant through its portal
             * @enum {string}
             */
            kind: "operator" | "portal";
            /** @description The operator; null in a portal */
            operator: {
                /** @description The operator’s id; null for the owner of SVC_OPERATOR_TOKEN */
                operatorId: string | null;
                /**
                 * @description The operator’s name
                 * @example Ana
                 */
                name: string;
                /**
                 * @description What the operator may do
                 * @example support
                 * @enum {string}
                 */
                role: "viewer" | "support" | "admin";
            } | null;
            /**
             * @description The portal’s merchant; null for an operator
             * @example null
             */
            merchant: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The merchant’s name
                 * @example Corner Bakery
                 */
                name: string;
            } | null;
            /** @description The changes that this session may make; none in the portal of a suspended merchant */
            may: ("redeliver" | "redeliverAll" | "captureForMerchant" | "refundForMerchant" | "cancelForMerchant" | "verifyLedger" | "startReconciliation" | "createTestPayment" | "triggerEvent" | "explainDifference" | "createMerchant" | "changeMerchant" | "suspendMerchant" | "resumeMerchant" | "moveMerchant" | "changeMerchantAccount" | "createMerchantAccount" | "createMerchantOnboardingLink" | "createPortalLink" | "issueKey" | "rotateKey" | "revokeKey" | "setCallback" | "rotateCallbackSecret" | "testCallback" | "addTerminal" | "renameTerminal" | "removeTerminal" | "addOperator" | "removeOperator" | "fixDifferences")[];
            /**
             * Format: date-time
             * @description When the session expires
             */
            expiresAt: string;
            /** @description The default first; empty if payments are real */
            sandboxes: {
                /**
                 * @description The name of the processor
                 * @example sandbox
                 */
                processor: string;
                /**
                 * @description The address of its pages
                 * @example http://127.0.0.1:12111
                 */
                url: string;
            }[];
            /** @description The names of the processors, the default first; empty in a portal */
            processors: string[];
            /**
             * @description The version of svcpay
             * @example 0.2.0
             */
            version: string;
            /** @description The platform’s brand, as merchants know it */
            brand: {
                /**
                 * @description The platform’s name
                 * @example svcpay
                 */
                name: string;
                /**
                 * @description Its logo as a data URL; null when there is none
                 * @example null
                 */
                logo: string | null;
            };
        };
        /**
         * CreatedMerchant
         * @description The new merchant, with its first API key and its signing secret.
         */
        CreatedMerchant: {
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s name
             * @example Corner Bakery
             */
            name: string;
            /**
             * @description The fee in force: the merchant’s own, or the platform’s default
             * @example 250
             */
            feeBps: number;
            /**
             * @description The fixed part in force: the merchant’s own, or the platform’s default
             * @example 0
             */
            feeFixedCents: number;
            /** @description The URL that receives events; null for none */
            callbackUrl: string | null;
            /**
             * @description The active processor: for new payments, onboarding and readers
             * @example stripe
             */
            processor: string;
            /**
             * @description The target of a pending move; null if there is none
             * @example null
             */
            nextProcessor: string | null;
            /** @description The connected account; null before onboarding */
            processorAccountId: string | null;
            /**
             * @description The merchant’s onboarding status
             * @example enabled
             * @enum {string}
             */
            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
            /** @description Its accounts at all processors, oldest first */
            accounts: {
                /**
                 * @description The processor
                 * @example stripe
                 */
                processor: string;
                /**
                 * @description The account there
                 * @example acct_1Q0sandbox
                 */
                processorAccountId: string;
                /**
                 * @description The onboarding status there
                 * @example enabled
                 * @enum {string}
                 */
                onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                /** @description Whether the merchant can take payments */
                chargesEnabled: boolean;
                /** @description Whether the merchant can receive payouts */
                payoutsEnabled: boolean;
                /**
                 * @description Why the account takes no payments: the processor’s reason, `deauthorized` if the platform can no longer access it, or `unknown` if the processor gives none. Null if it takes payments, and while details are first provided
                 * @example null
                 */
                restriction: string | null;
                /** @description The processor’s remaining requirements, in plain words */
                requirements: string[];
                /**
                 * @description Whether an operator has disabled it: it takes no new payments
                 * @example false
                 */
                disabled: boolean;
                /**
                 * Format: date-time
                 * @description When its state at the processor last changed
                 */
                updatedAt: string;
                /**
                 * @description When it stopped taking payments; null if it takes payments, or never has
                 * @example null
                 */
                stoppedAt: string | null;
            }[];
            /**
             * @description Whether the merchant’s keys can only read
             * @example false
             */
            suspended: boolean;
            /**
             * @description In lists only: whether the last attempt to send it a callback failed
             * @example false
             */
            failing?: boolean;
            /**
             * Format: date-time
             * @description When the merchant was created
             */
            createdAt: string;
            /**
             * @description The merchant’s first API key. It is not shown again.
             * @example svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…
             */
            apiKey: string;
            /**
             * @description The secret that signs callbacks. It is not shown again.
             * @example whsec_5f0c…
             */
            callbackSigningSecret: string;
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
         * DeliveryAttempt
         * @description One request to the callback URL, and its answer.
         */
        DeliveryAttempt: {
            /**
             * @description 1 to 9; a redelivery starts again at 1
             * @example 1
             */
            attempt: number;
            /**
             * Format: date-time
             * @description When it was sent
             */
            startedAt: string;
            /**
             * @description The URL it was sent to, with any query masked. Absent if nothing was sent or the URL was not recorded.
             * @example https://bakery.example/callbacks
             */
            url?: string;
            /**
             * @description How long it took, in milliseconds
             * @example 84
             */
            durationMs: number;
            /** @description The HTTP status of the answer; null when there was none */
            status: number | null;
            /** @description Why it failed; null when it did not */
            error: string | null;
            /**
             * @description The first 16 KiB of the answer
             * @example ok
             */
            answer: string;
        };
        /**
         * DeliveryDetail
         * @description A delivery with its request and all its attempts.
         */
        DeliveryDetail: {
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
            /** @description Oldest first. Retention may have removed the oldest, so there can be fewer than `attempts`. */
            attemptLog: components["schemas"]["DeliveryAttempt"][];
            request: components["schemas"]["DeliveryRequest"];
        };
        /**
         * DeliveryList
         * @description One page of the list.
         */
        DeliveryList: {
            /** @description The items of this page */
            data: components["schemas"]["Delivery"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * DeliveryRequest
         * @description The request that is sent
         */
        DeliveryRequest: {
            /** @description The current callback URL; null when there is none */
            url: string | null;
            /**
             * @description Headers that all attempts share
             * @example {
             *       "svc-event-id": "evt_1Q0sandbox",
             *       "svc-event-type": "payment_intent.succeeded"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /** @description The event, with client secrets masked; null if retention removed it */
            body: string | null;
            /**
             * @description When retention removed the body; null while it is stored
             * @example null
             */
            removedAt: string | null;
        };
        /**
         * DeliveryWithAttempts
         * @description A delivery with all its attempts.
         */
        DeliveryWithAttempts: {
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
            /** @description Oldest first. Retention may have removed the oldest, so there can be fewer than `attempts`. */
            attemptLog: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * Difference
         * @description A disagreement between the books and the processor, from when it was found until it is explained.
         */
        Difference: {
            /**
             * @description The difference’s id
             * @example dif_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            differenceId: string;
            /**
             * @description The processor that the books were compared with
             * @example stripe
             */
            processor: string;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /** @description The payment’s id */
            svcPaymentId: string | null;
            /**
             * @description The processor’s id of the payment; empty for an account
             * @example pi_1Q0sandbox
             */
            processorPaymentIntentId: string;
            /**
             * @description The kind of object that differs
             * @example refund
             * @enum {string}
             */
            kind: "payment" | "authorization" | "authorized_fee" | "refund" | "refund_failure" | "fee" | "fee_refund" | "dispute" | "dispute_reversal" | "account";
            /**
             * @description `missing_here`: the processor has it and the books do not; `missing_there`: the reverse; `posted`: the ledger’s amount differs from the movement; `duplicate`: a second payment with the same `svcPaymentId`; `unreadable`: the account cannot be read; otherwise what differs
             * @example amount
             * @enum {string}
             */
            what: "missing_here" | "missing_there" | "status" | "amount" | "currency" | "posted" | "duplicate" | "unreadable";
            /**
             * @description The processor’s id of the refund, dispute or account; else empty
             * @example re_1Q0sandbox
             */
            objectId: string;
            /** @description Three-letter ISO 4217 code in lower case */
            currency: string | null;
            /** @description The value in the books */
            ours: string | null;
            /** @description The value at the processor */
            theirs: string | null;
            /**
             * Format: date-time
             * @description When a comparison first found it
             */
            foundAt: string;
            /**
             * Format: date-time
             * @description When a comparison last found it
             */
            seenAt: string;
            /**
             * @description `event`: a later check no longer found it; `fix`: a comparison updated the ledger to match the processor; `note`: an operator explained it
             * @example null
             */
            explainedBy: ("event" | "fix" | "note") | null;
            /**
             * @description When it was explained
             * @example null
             */
            explainedAt: string | null;
            /**
             * @description The operator’s explanation
             * @example null
             */
            note: string | null;
            /**
             * @description The operator who explained it
             * @example null
             */
            explainer: string | null;
        };
        /**
         * DifferenceList
         * @description One page of the list.
         */
        DifferenceList: {
            /** @description The items of this page */
            data: components["schemas"]["Difference"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * Dispute
         * @description A dispute, as the processor reported it.
         */
        Dispute: {
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
            state: "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" | "needs_response" | "under_review" | "won" | "lost" | "appeal_needs_response" | "appeal_under_review";
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
         * EventPayload
         * @description An event as the processor sent it.
         */
        EventPayload: {
            /**
             * @description The event’s id, the same as at the processor
             * @example evt_1Q0sandbox
             */
            id: string;
            /**
             * @description The event’s type
             * @example payment_intent.succeeded
             */
            type: string;
            /**
             * @description As the processor sent it, with secrets masked
             * @example {
             *       "id": "evt_1Q0sandbox",
             *       "object": "event",
             *       "type": "payment_intent.succeeded"
             *     }
             */
            payload: unknown;
        };
        /**
         * Explanation
         * @description Why the two disagree.
         */
        Explanation: {
            /** @description What happened, for later readers */
            note: string;
        };
        /**
         * FailingMerchant
         * @description A failure that affects a merchant.
         */
        FailingMerchant: {
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s name
             * @example Corner Bakery
             */
            name: string;
            /**
             * @description `account`: the processor takes no payments for it; `callbacks`: its endpoint is failing; `payments`: of the payments created in the last 24 hours, at least five and at least half were declined
             * @example callbacks
             * @enum {string}
             */
            problem: "account" | "callbacks" | "payments";
            /** @description Waiting callbacks (at most 1,000) or declined payments; null for an account */
            count: number | null;
            /** @description When the account changed, when the endpoint began to fail, or the last quarter of an hour with a successful payment; null if unknown */
            since: string | null;
            /** @description The processor’s reason, the endpoint’s last answer, or the top decline */
            reason: string | null;
        };
        /**
         * FailingMerchantList
         * @description One page of the list.
         */
        FailingMerchantList: {
            /** @description The items of this page */
            data: components["schemas"]["FailingMerchant"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * IssuedApiKey
         * @description The new API key.
         */
        IssuedApiKey: {
            /**
             * @description The id of the API key, not the key itself
             * @example key_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            keyId: string;
            /** @description The purpose of the key; null without a label */
            label: string | null;
            /**
             * @description The last four characters of the key
             * @example 9f2c
             */
            hint: string;
            /**
             * Format: date-time
             * @description When the key was issued
             */
            createdAt: string;
            /** @description When it was last used, to the minute; null if it never was */
            lastUsedAt: string | null;
            /**
             * @description When it stops working after a rotation; null if no end is set
             * @example null
             */
            expiresAt: string | null;
            /**
             * @description When it was revoked; null when it was not
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description Who revoked or rotated it: the name of an operator, `owner` or `portal`. In a portal, `platform` stands for every operator. Null if nobody did
             * @example null
             */
            endedBy: string | null;
            /**
             * @description The key itself. It is not shown again.
             * @example svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…
             */
            apiKey: string;
        };
        /**
         * LedgerBalance
         * @description A merchant’s balances in one currency.
         */
        LedgerBalance: {
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description Negative: paid by the customer
             * @example -4999
             */
            customerCents: number;
            /**
             * @description Due to the merchant
             * @example 4949
             */
            merchantCents: number;
            /**
             * @description Due to the platform
             * @example 50
             */
            platformFeesCents: number;
            /**
             * @description Held back because of disputes
             * @example 0
             */
            disputeHoldCents: number;
        };
        /**
         * LedgerBalanceList
         * @description One page of the list.
         */
        LedgerBalanceList: {
            /** @description The items of this page */
            data: components["schemas"]["LedgerBalance"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * LedgerCheck
         * @description Whether the ledger agrees with the payments.
         */
        LedgerCheck: {
            /**
             * @description Whether everything agrees
             * @example true
             */
            ok: boolean;
            /**
             * @description How many payments were checked
             * @example 1204
             */
            checked: number;
            /**
             * @description How many ledger entries they have: one per movement of money, none for an unpaid payment
             * @example 1377
             */
            entries: number;
            /**
             * @description The payments that disagree, at most 100
             * @example []
             */
            problems: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The payment’s id
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                svcPaymentId: string;
                /**
                 * @description Three-letter ISO 4217 code in lower case
                 * @example usd
                 */
                currency: string;
                /**
                 * @description Which figure differs
                 * @example refunded
                 */
                what: string;
                /** @description The payment’s amount */
                paymentCents: number;
                /** @description The ledger’s amount */
                ledgerCents: number;
            }[];
            /**
             * Format: date-time
             * @description When it was checked
             */
            at: string;
        };
        /**
         * LedgerEntry
         * @description One posting. Its four amounts add up to zero.
         */
        LedgerEntry: {
            /**
             * @description The payment’s id
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId: string;
            /** @description The payment’s order reference; null when it has none */
            orderRef: string | null;
            /**
             * @description The cause of the posting; each fact is posted once
             * @example capture
             */
            fact: string;
            /**
             * @description The kind of posting
             * @example capture
             * @enum {string}
             */
            kind: "capture" | "refund" | "refund_failed" | "fee_correction" | "fee_refund" | "dispute" | "dispute_won" | "dispute_lost";
            /**
             * @description The operation or event that led to it
             * @example evt_1Q0sandbox
             */
            source: string;
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description Negative: paid by the customer
             * @example -4999
             */
            customerCents: number;
            /**
             * @description Due to the merchant
             * @example 4949
             */
            merchantCents: number;
            /**
             * @description Due to the platform
             * @example 50
             */
            platformFeesCents: number;
            /**
             * @description Held back because of disputes
             * @example 0
             */
            disputeHoldCents: number;
            /**
             * Format: date-time
             * @description When it was posted
             */
            postedAt: string;
        };
        /**
         * LedgerEntryList
         * @description One page of the list.
         */
        LedgerEntryList: {
            /** @description The items of this page */
            data: components["schemas"]["LedgerEntry"][];
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
         * LocationList
         * @description One page of the list.
         */
        LocationList: {
            /** @description The items of this page */
            data: components["schemas"]["Location"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * Merchant
         * @description A merchant.
         */
        Merchant: {
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s name
             * @example Corner Bakery
             */
            name: string;
            /**
             * @description The fee in force: the merchant’s own, or the platform’s default
             * @example 250
             */
            feeBps: number;
            /**
             * @description The fixed part in force: the merchant’s own, or the platform’s default
             * @example 0
             */
            feeFixedCents: number;
            /** @description The URL that receives events; null for none */
            callbackUrl: string | null;
            /**
             * @description The active processor: for new payments, onboarding and readers
             * @example stripe
             */
            processor: string;
            /**
             * @description The target of a pending move; null if there is none
             * @example null
             */
            nextProcessor: string | null;
            /** @description The connected account; null before onboarding */
            processorAccountId: string | null;
            /**
             * @description The merchant’s onboarding status
             * @example enabled
             * @enum {string}
             */
            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
            /** @description Its accounts at all processors, oldest first */
            accounts: {
                /**
                 * @description The processor
                 * @example stripe
                 */
                processor: string;
                /**
                 * @description The account there
                 * @example acct_1Q0sandbox
                 */
                processorAccountId: string;
                /**
                 * @description The onboarding status there
                 * @example enabled
                 * @enum {string}
                 */
                onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                /** @description Whether the merchant can take payments */
                chargesEnabled: boolean;
                /** @description Whether the merchant can receive payouts */
                payoutsEnabled: boolean;
                /**
                 * @description Why the account takes no payments: the processor’s reason, `deauthorized` if the platform can no longer access it, or `unknown` if the processor gives none. Null if it takes payments, and while details are first provided
                 * @example null
                 */
                restriction: string | null;
                /** @description The processor’s remaining requirements, in plain words */
                requirements: string[];
                /**
                 * @description Whether an operator has disabled it: it takes no new payments
                 * @example false
                 */
                disabled: boolean;
                /**
                 * Format: date-time
                 * @description When its state at the processor last changed
                 */
                updatedAt: string;
                /**
                 * @description When it stopped taking payments; null if it takes payments, or never has
                 * @example null
                 */
                stoppedAt: string | null;
            }[];
            /**
             * @description Whether the merchant’s keys can only read
             * @example false
             */
            suspended: boolean;
            /**
             * @description In lists only: whether the last attempt to send it a callback failed
             * @example false
             */
            failing?: boolean;
            /**
             * Format: date-time
             * @description When the merchant was created
             */
            createdAt: string;
        };
        /**
         * MerchantChange
         * @description The fields to change. Omitted fields keep their values.
         */
        MerchantChange: {
            /** @description The merchant’s name */
            name?: string;
            /** @description The platform fee in basis points: 250 is 2.5%. Null means the platform’s default. */
            feeBps?: number | null;
            /** @description The fixed part of the platform fee. Null means the platform’s default. */
            feeFixedCents?: number | null;
        };
        /**
         * MerchantList
         * @description One page of the list.
         */
        MerchantList: {
            /** @description The items of this page */
            data: components["schemas"]["Merchant"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * MerchantOnboarding
         * @description A merchant’s onboarding status, with its requirements in words.
         */
        MerchantOnboarding: {
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
            /** @description The processor’s remaining requirements, in plain words */
            requirements: string[];
        };
        /**
         * MerchantWithCallback
         * @description A merchant, with its signing secrets and the health of its endpoint.
         */
        MerchantWithCallback: {
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s name
             * @example Corner Bakery
             */
            name: string;
            /**
             * @description The fee in force: the merchant’s own, or the platform’s default
             * @example 250
             */
            feeBps: number;
            /**
             * @description The fixed part in force: the merchant’s own, or the platform’s default
             * @example 0
             */
            feeFixedCents: number;
            /** @description The URL that receives events; null for none */
            callbackUrl: string | null;
            /**
             * @description The active processor: for new payments, onboarding and readers
             * @example stripe
             */
            processor: string;
            /**
             * @description The target of a pending move; null if there is none
             * @example null
             */
            nextProcessor: string | null;
            /** @description The connected account; null before onboarding */
            processorAccountId: string | null;
            /**
             * @description The merchant’s onboarding status
             * @example enabled
             * @enum {string}
             */
            onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
            /** @description Its accounts at all processors, oldest first */
            accounts: {
                /**
                 * @description The processor
                 * @example stripe
                 */
                processor: string;
                /**
                 * @description The account there
                 * @example acct_1Q0sandbox
                 */
                processorAccountId: string;
                /**
                 * @description The onboarding status there
                 * @example enabled
                 * @enum {string}
                 */
                onboardingStatus: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                /** @description Whether the merchant can take payments */
                chargesEnabled: boolean;
                /** @description Whether the merchant can receive payouts */
                payoutsEnabled: boolean;
                /**
                 * @description Why the account takes no payments: the processor’s reason, `deauthorized` if the platform can no longer access it, or `unknown` if the processor gives none. Null if it takes payments, and while details are first provided
                 * @example null
                 */
                restriction: string | null;
                /** @description The processor’s remaining requirements, in plain words */
                requirements: string[];
                /**
                 * @description Whether an operator has disabled it: it takes no new payments
                 * @example false
                 */
                disabled: boolean;
                /**
                 * Format: date-time
                 * @description When its state at the processor last changed
                 */
                updatedAt: string;
                /**
                 * @description When it stopped taking payments; null if it takes payments, or never has
                 * @example null
                 */
                stoppedAt: string | null;
            }[];
            /**
             * @description Whether the merchant’s keys can only read
             * @example false
             */
            suspended: boolean;
            /**
             * @description In lists only: whether the last attempt to send it a callback failed
             * @example false
             */
            failing?: boolean;
            /**
             * Format: date-time
             * @description When the merchant was created
             */
            createdAt: string;
            /** @description Its signing secrets, and the health of its endpoint */
            callback: {
                /** @description The secrets that currently sign callbacks, newest first, without their values. */
                secrets: {
                    /**
                     * Format: date-time
                     * @description When the secret was created
                     */
                    createdAt: string;
                    /** @description When a rotation ends it; null for the current one */
                    expiresAt: string | null;
                }[];
                /**
                 * @description Failed attempts since the last successful one
                 * @example 0
                 */
                failuresInARow: number;
                /**
                 * @description When the first of these failures was recorded; null if none
                 * @example null
                 */
                failingSince: string | null;
                /**
                 * @description The last failed attempt; null unless the endpoint is failing
                 * @example null
                 */
                lastFailure: {
                    /**
                     * @description The id of the delivery: one event on its way to one callback URL
                     * @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    deliveryId: string;
                    /** @description The endpoint’s answer, or why there was none */
                    reason: string | null;
                } | null;
                /** @description When the endpoint is tried again; null if it is not paused */
                pausedUntil: string | null;
                /**
                 * @description Callbacks in the queue, counted up to 10,000
                 * @example 0
                 */
                waiting: number;
            };
        };
        /**
         * Move
         * @description The processor to move to, and when.
         */
        Move: {
            /** @description The processor for new payments */
            processor: string;
            /**
             * @description `enabled`: as soon as the account there can take payments
             * @default now
             * @enum {string}
             */
            when?: "now" | "enabled";
        };
        /**
         * NewApiKey
         * @description The key to issue.
         */
        NewApiKey: {
            /** @description The purpose of the key */
            label?: string | null;
        };
        /**
         * NewLocation
         * @description The location to create.
         * @example {
         *       "displayName": "Main Street",
         *       "line1": "1 Main Street",
         *       "city": "Springfield",
         *       "state": "IL",
         *       "postalCode": "62701"
         *     }
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
         * NewMerchant
         * @description The merchant to create.
         */
        NewMerchant: {
            /** @description The merchant’s name */
            name: string;
            /** @description The platform fee in basis points: 250 is 2.5%. Null means the platform’s default. */
            feeBps?: number | null;
            /** @description The fixed part of the platform fee. Null means the platform’s default. */
            feeFixedCents?: number | null;
            /** @description The URL that receives events, https in production. Null to send none. */
            callbackUrl?: string | null;
        };
        /**
         * NewMerchantAccount
         * @description Details of the merchant, and the processor for its account.
         */
        NewMerchantAccount: {
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
            /** @description The processor. Default: the merchant’s active one. */
            processor?: string;
        };
        /**
         * NewMerchantOnboardingLink
         * @description Where the merchant goes afterwards, and the account that the link is for.
         */
        NewMerchantOnboardingLink: {
            /**
             * Format: uri
             * @description Where the merchant goes when they are done. Default: the merchant’s portal, at `SVC_PUBLIC_URL`.
             */
            returnUrl?: string;
            /**
             * Format: uri
             * @description Where the merchant goes when the link has expired. Default: `returnUrl` if you set it, or else the portal.
             */
            refreshUrl?: string;
            /** @description The processor. Default: the merchant’s active one. */
            processor?: string;
        };
        /**
         * NewOperator
         * @description The operator to add.
         */
        NewOperator: {
            /** @description The operator’s name */
            name: string;
            /**
             * @description `viewer` reads. `support` can also redeliver, capture, refund and cancel. `admin` can do everything.
             * @example support
             * @enum {string}
             */
            role: "viewer" | "support" | "admin";
        };
        /**
         * NewReader
         * @description The reader to register.
         * @example {
         *       "registrationCode": "simulated-wpe",
         *       "locationId": "tml_1Q0sandbox",
         *       "label": "Till 1"
         *     }
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
         * NewReconciliation
         * @description What to compare.
         */
        NewReconciliation: {
            /**
             * Format: date-time
             * @description Default: the start of yesterday, in UTC
             */
            from?: string;
            /**
             * Format: date-time
             * @description Exclusive. Default: two minutes ago, because the processor may list new payments late.
             */
            to?: string;
            /** @description Only this merchant */
            merchantId?: string;
            /**
             * @description Update the ledger to match the processor; admins only
             * @default false
             */
            fix?: boolean;
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
         * NewTerminal
         * @description A location, or a reader for one: name exactly one of the two.
         */
        NewTerminal: {
            location?: components["schemas"]["NewLocation"];
            reader?: components["schemas"]["NewReader"];
        };
        /**
         * NewTestPayment
         * @description The test payment to create.
         */
        NewTestPayment: {
            /** @description Default: the demo merchant */
            merchantId?: string;
            /** @description Default: the merchant’s active processor */
            processor?: string;
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
            /** @description Your order id. Stored as metadata and returned to you. */
            orderRef?: string;
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
         * OpenOperation
         * @description A call to the processor whose outcome is not known yet.
         */
        OpenOperation: {
            /**
             * @description The operation’s id
             * @example op_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            operationId: string;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /** @description The payment’s id */
            svcPaymentId: string | null;
            /**
             * @description The kind of call, such as `create`, `capture` or `refund`
             * @example refund
             */
            kind: string;
            /** @description The Idempotency-Key of the request; null when it had none */
            idempotencyKey: string | null;
            /**
             * @description Incremented when the processor refuses and the caller tries again
             * @example 1
             */
            attempt: number;
            /**
             * @description The arguments of the call
             * @example {
             *       "amountCents": 1000
             *     }
             */
            asked: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was started
             */
            createdAt: string;
            /** @description When the service will ask again; null if only the caller can retry */
            askedAgainAt: string | null;
        };
        /**
         * OpenOperationList
         * @description One page of the list.
         */
        OpenOperationList: {
            /** @description The items of this page */
            data: components["schemas"]["OpenOperation"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * Operation
         * @description A call to the processor.
         */
        Operation: {
            /**
             * @description The operation’s id
             * @example op_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            operationId: string;
            /**
             * @description The kind of call, such as `create`, `capture` or `refund`
             * @example refund
             */
            kind: string;
            /**
             * @description `started` until the outcome is known
             * @example done
             * @enum {string}
             */
            state: "started" | "done" | "refused";
            /** @description The Idempotency-Key of the request; null when it had none */
            idempotencyKey: string | null;
            /** @description `X-Correlation-Id`; null if the service acted by itself */
            traceId: string | null;
            /**
             * @description The processor’s reason; null unless it refused
             * @example null
             */
            refusal: string | null;
            /**
             * Format: date-time
             * @description When it was started
             */
            createdAt: string;
            /** @description When its outcome was recorded; null until then */
            settledAt: string | null;
        };
        /**
         * Operator
         * @description A person who runs the platform.
         */
        Operator: {
            /**
             * @description The operator’s id
             * @example opr_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            operatorId: string;
            /**
             * @description The operator’s name
             * @example Ana
             */
            name: string;
            /**
             * @description `viewer` reads. `support` can also redeliver, capture, refund and cancel. `admin` can do everything.
             * @example support
             * @enum {string}
             */
            role: "viewer" | "support" | "admin";
            /**
             * @description The last four characters of the token
             * @example 4b7e
             */
            hint: string;
            /**
             * Format: date-time
             * @description When the operator was added
             */
            createdAt: string;
            /** @description When the token was last used, to the minute; null when it never was */
            lastUsedAt: string | null;
        };
        /**
         * OperatorAction
         * @description An operator’s action on the payment.
         */
        OperatorAction: {
            /**
             * Format: date-time
             * @description When it was requested
             */
            at: string;
            /**
             * @description The operator whose token was used
             * @example Ana
             */
            actor: string;
            /** @description The operator’s id; null for the owner of SVC_OPERATOR_TOKEN */
            operatorId: string | null;
            /**
             * @description The caller’s Svc-Actor header, up to 200 characters; null when there was none
             * @example null
             */
            note: string | null;
            /**
             * @description The action
             * @example payment.refund
             */
            action: string;
            /**
             * @description The id of the request
             * @example trc_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            traceId: string;
            /**
             * @description The code of the problem when it was refused or failed; null otherwise
             * @example null
             */
            outcome: string | null;
            /**
             * @description The detail of that problem; null without one
             * @example null
             */
            outcomeDetail: string | null;
            /**
             * @description Further details: amounts, or the values before and after
             * @example {
             *       "amountCents": 1000,
             *       "currency": "usd"
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /**
         * OperatorList
         * @description One page of the list.
         */
        OperatorList: {
            /** @description The items of this page */
            data: components["schemas"]["Operator"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * OperatorPayment
         * @description A payment, as operators see it.
         */
        OperatorPayment: {
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
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s account at the processor
             * @example acct_1Q0sandbox
             */
            connectedAccountId: string;
            /** @description The amount to pay or, once authorized, to capture */
            authorizedCents: number;
            /** @description The processor’s code for the last failed attempt */
            failureCode: string | null;
            /** @description Its message for the customer */
            failureMessage: string | null;
            /**
             * @description The most urgent dispute; a won one if there is no other. Null if there was none
             * @example null
             */
            dispute: {
                /**
                 * @description `…needs_response`: send evidence by the deadline. `…under_review`: the bank decides. `warning_…`: an inquiry; no money moves, but it may become a dispute. `prevented`: ended before it became a dispute. `appeal_…`: lost, but the decision is contested.
                 * @example needs_response
                 * @enum {string}
                 */
                state: "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" | "needs_response" | "under_review" | "won" | "lost" | "appeal_needs_response" | "appeal_under_review";
                /**
                 * @description The disputed amount
                 * @example 4999
                 */
                amountCents: number;
                /** @description The customer’s reason, as the processor names it */
                reason: string | null;
                /** @description Deadline for evidence; null if it is not known */
                dueBy: string | null;
            } | null;
            /**
             * @description In lists only: how many of the newest 20 payments with the same order reference are charged and not fully refunded. More than 1 means that the order was charged several times; 0 means that this payment is not charged, or fully refunded.
             * @example 1
             */
            chargedForOrder?: number;
        };
        /**
         * OperatorPaymentList
         * @description One page of the list.
         */
        OperatorPaymentList: {
            /** @description The items of this page */
            data: components["schemas"]["OperatorPayment"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * OperatorRefund
         * @description A refund, as operators see it.
         */
        OperatorRefund: {
            /**
             * @description The refund’s id
             * @example svcrf_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            refundId: string;
            /** @description The refund’s id at the processor */
            processorRefundId: string | null;
            /**
             * @description In the currency’s smallest unit
             * @example 4999
             */
            amountCents: number;
            /** @description Why it was refunded; null when no reason was given */
            reason: string | null;
            /**
             * @description `reserved`: the processor has not confirmed it yet. `released`: it was refused.
             * @example succeeded
             * @enum {string}
             */
            state: "reserved" | "pending" | "succeeded" | "failed" | "released";
            /**
             * Format: date-time
             * @description When it was requested
             */
            createdAt: string;
        };
        /**
         * Overview
         * @description The data on the console’s first page.
         */
        Overview: {
            /**
             * Format: date-time
             * @description Start of the period, on the quarter of an hour
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /**
             * @description False while figures are still being computed, for example after an upgrade
             * @example true
             */
            isUpToDate: boolean;
            /**
             * @description The period that a point of a series covers, in UTC
             * @enum {string}
             */
            bucket: "hour" | "day";
            /** @description The figures of each currency that had any payments */
            currencies: {
                /**
                 * @description Three-letter ISO 4217 code in lower case
                 * @example usd
                 */
                currency: string;
                /**
                 * @description Captured in the period
                 * @example 499900
                 */
                volumeCents: number;
                /**
                 * @description Payments created in the period
                 * @example 104
                 */
                count: number;
                /**
                 * @description How many of these payments have succeeded so far
                 * @example 100
                 */
                succeeded: number;
                /**
                 * @description How many of these payments were declined and not paid since
                 * @example 4
                 */
                failed: number;
                /**
                 * @description Platform fees, less refunded fees
                 * @example 4999
                 */
                feesCents: number;
                /**
                 * @description Refunded in the period, less refunds that failed
                 * @example 4999
                 */
                refundedCents: number;
                /**
                 * @description Disputed in the period
                 * @example 0
                 */
                disputedCents: number;
                /** @description One point for each hour or day */
                series: {
                    /**
                     * Format: date-time
                     * @description Start of the hour or day
                     */
                    at: string;
                    /**
                     * @description Captured
                     * @example 499900
                     */
                    volumeCents: number;
                    /**
                     * @description Payments created
                     * @example 104
                     */
                    count: number;
                    /**
                     * @description How many of these payments have succeeded so far
                     * @example 100
                     */
                    succeeded: number;
                    /**
                     * @description Platform fees, less refunded fees
                     * @example 4999
                     */
                    feesCents: number;
                    /**
                     * @description Refunded, less refunds that failed
                     * @example 4999
                     */
                    refundedCents: number;
                }[];
            }[];
            /** @description The ten most frequent reasons for declined payments */
            declines: {
                /**
                 * @description The processor’s code
                 * @example card_declined
                 */
                code: string;
                /**
                 * @description Payments created in the period whose last attempt failed for this reason
                 * @example 3
                 */
                count: number;
            }[];
            /** @description The outcome of the callbacks queued in the period */
            callbacks: {
                /**
                 * @description How many of these callbacks have been delivered so far
                 * @example 208
                 */
                delivered: number;
                /**
                 * @description How many attempts at these callbacks failed
                 * @example 9
                 */
                failed: number;
                /**
                 * @description All callbacks waiting now, counted up to 10,000
                 * @example 2
                 */
                pending: number;
                /**
                 * @description How many of the callbacks queued in the period are dead letters
                 * @example 1
                 */
                dead: number;
                /** @description Half of their attempts were answered within this time */
                p50Ms: number | null;
                /** @description 95% of their attempts were answered within this time */
                p95Ms: number | null;
                /** @description One point for each hour or day */
                series: {
                    /**
                     * Format: date-time
                     * @description Start of the hour or day in which they were queued
                     */
                    at: string;
                    /**
                     * @description How many have been delivered so far
                     * @example 208
                     */
                    delivered: number;
                    /**
                     * @description How many of their attempts failed
                     * @example 9
                     */
                    failed: number;
                }[];
            };
            /** @description Problems that need attention now */
            attention: {
                /**
                 * @description All dead letters, counted up to 10,000
                 * @example 1
                 */
                deadLetters: number;
                /** @description Merchants whose last callback attempt failed, longest-failing first */
                failingEndpoints: {
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description The merchant’s name
                     * @example Corner Bakery
                     */
                    name: string;
                    /** @description When it began to fail; null if that is not known */
                    since: string | null;
                    /** @description The last answer, or the reason that there was none */
                    reason: string | null;
                    /**
                     * @description Waiting callbacks, counted up to 1,000
                     * @example 2
                     */
                    waiting: number;
                }[];
                /** @description Merchants that the processor has restricted, that must supply more information before they receive payouts, or whose onboarding has made no progress for a day */
                stuckMerchants: {
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description The merchant’s name
                     * @example Corner Bakery
                     */
                    name: string;
                    /**
                     * @description The active processor
                     * @example stripe
                     */
                    processor: string;
                    /**
                     * @description The merchant’s onboarding status
                     * @example restricted
                     */
                    onboardingStatus: string;
                    /**
                     * @description Why the account takes no payments: the processor’s reason, `deauthorized` if the platform can no longer access it, or `unknown` if the processor gives none. Null if it takes payments, and while details are first provided
                     * @example null
                     */
                    restriction: string | null;
                    /** @description When it stopped taking payments; null if it takes payments, or never has */
                    stoppedAt: string | null;
                    /**
                     * Format: date-time
                     * @description When the state of its account at the processor last changed
                     */
                    since: string;
                    /** @description The processor’s remaining requirements, in plain words */
                    requirements: string[];
                }[];
                /** @description Suspended merchants, the latest first */
                suspendedMerchants: {
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description The merchant’s name
                     * @example Corner Bakery
                     */
                    name: string;
                    /**
                     * Format: date-time
                     * @description When it was suspended
                     */
                    since: string;
                    /** @description Who suspended it; null if the audit log does not say */
                    by: string | null;
                    /**
                     * @description The caller’s Svc-Actor header, up to 200 characters; null when there was none
                     * @example null
                     */
                    note: string | null;
                }[];
                /** @description Merchants that take no new payments because an operator disabled their account, the latest first; suspended ones are only in `suspendedMerchants` */
                disabledMerchants: {
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description The merchant’s name
                     * @example Corner Bakery
                     */
                    name: string;
                    /**
                     * Format: date-time
                     * @description When it was disabled
                     */
                    since: string;
                    /** @description Who disabled it; null if the audit log does not say */
                    by: string | null;
                    /**
                     * @description The caller’s Svc-Actor header, up to 200 characters; null when there was none
                     * @example null
                     */
                    note: string | null;
                }[];
                /** @description Webhooks refused within the last 24 hours, by processor, endpoint and reason */
                refusedWebhooks: {
                    /**
                     * @description The processor
                     * @example stripe
                     */
                    processor: string;
                    /**
                     * @description `wrong_signature`: the signing secret in the settings is not the endpoint’s; `late`: signed more than five minutes ago, or in the future
                     * @example wrong_signature
                     * @enum {string}
                     */
                    reason: "wrong_signature" | "late";
                    /**
                     * @description The processor’s endpoint that sent them: for connected accounts, or for the platform itself
                     * @example accounts
                     * @enum {string}
                     */
                    listensTo: "accounts" | "platform";
                    /**
                     * Format: date-time
                     * @description When the refusals began
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @description When one was last refused
                     */
                    lastAt: string;
                }[];
                /**
                 * @description Operations whose outcome is not known yet
                 * @example 0
                 */
                openOperations: number;
                /**
                 * @description Events since `from` that could not be read
                 * @example 0
                 */
                unreadEvents: number;
                /**
                 * @description Payments lost by a restore and recovered from the processor since `from`
                 * @example 0
                 */
                restoredPayments: number;
                /**
                 * @description Merchants whose history may still be incomplete after a restore
                 * @example 0
                 */
                incompleteHistories: number;
                /** @description Disputes and inquiries that need a response, by their deadlines */
                disputes: {
                    /**
                     * @description The payment’s id
                     * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    svcPaymentId: string;
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description In the currency’s smallest unit
                     * @example 4999
                     */
                    amountCents: number;
                    /**
                     * @description Three-letter ISO 4217 code in lower case
                     * @example usd
                     */
                    currency: string;
                    /**
                     * @description `…needs_response`: send evidence by the deadline. `…under_review`: the bank decides. `warning_…`: an inquiry; no money moves, but it may become a dispute. `prevented`: ended before it became a dispute. `appeal_…`: lost, but the decision is contested.
                     * @example needs_response
                     * @enum {string}
                     */
                    state: "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" | "needs_response" | "under_review" | "won" | "lost" | "appeal_needs_response" | "appeal_under_review";
                    /** @description Deadline for evidence; null if it is not known */
                    dueBy: string | null;
                }[];
                /** @description The last check of the ledger; null if there was none */
                lastLedgerCheck: {
                    /**
                     * @description Whether everything agrees
                     * @example true
                     */
                    ok: boolean;
                    /**
                     * @description How many payments were checked
                     * @example 1204
                     */
                    checked: number;
                    /**
                     * @description How many ledger entries they have: one per movement of money, none for an unpaid payment
                     * @example 1377
                     */
                    entries: number;
                    /**
                     * Format: date-time
                     * @description When it was checked
                     */
                    at: string;
                } | null;
                /** @description Start of the unbroken comparisons that end at `booksEqualUntil`; null if there are none */
                booksEqualSince: string | null;
                /** @description Until this time, all accounts are compared and all differences explained; null if never */
                booksEqualUntil: string | null;
                /**
                 * @description Differences from the processor that are still unexplained
                 * @example 0
                 */
                booksDiffer: number;
                /**
                 * @description Of these, accounts that cannot be read at the processor, and so were not compared
                 * @example 0
                 */
                booksUnreadable: number;
                /** @description These accounts, the longest unreadable first, at most 20 */
                unreadableAccounts: {
                    /**
                     * @description The merchant’s id
                     * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                     */
                    merchantId: string;
                    /**
                     * @description The processor
                     * @example stripe
                     */
                    processor: string;
                }[];
                /** @description Like `booksEqualSince`, but without unreadable accounts */
                readableEqualSince: string | null;
                /** @description Like `booksEqualUntil`, but without unreadable accounts */
                readableEqualUntil: string | null;
            };
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
         * PaymentEvent
         * @description An event about the payment.
         */
        PaymentEvent: {
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
         * PaymentLedgerEntry
         * @description One posting. Its four amounts add up to zero.
         */
        PaymentLedgerEntry: {
            /**
             * @description The cause of the posting; each fact is posted once
             * @example capture
             */
            fact: string;
            /**
             * @description The kind of posting
             * @example capture
             * @enum {string}
             */
            kind: "capture" | "refund" | "refund_failed" | "fee_correction" | "fee_refund" | "dispute" | "dispute_won" | "dispute_lost";
            /**
             * @description The operation or event that led to it
             * @example evt_1Q0sandbox
             */
            source: string;
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description Negative: paid by the customer
             * @example -4999
             */
            customerCents: number;
            /**
             * @description Due to the merchant
             * @example 4949
             */
            merchantCents: number;
            /**
             * @description Due to the platform
             * @example 50
             */
            platformFeesCents: number;
            /**
             * @description Held back because of disputes
             * @example 0
             */
            disputeHoldCents: number;
            /**
             * Format: date-time
             * @description When it was posted
             */
            postedAt: string;
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
         * PaymentWithTimeline
         * @description A payment with its history.
         */
        PaymentWithTimeline: {
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
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /**
             * @description The merchant’s account at the processor
             * @example acct_1Q0sandbox
             */
            connectedAccountId: string;
            /** @description The amount to pay or, once authorized, to capture */
            authorizedCents: number;
            /** @description The processor’s code for the last failed attempt */
            failureCode: string | null;
            /** @description Its message for the customer */
            failureMessage: string | null;
            /**
             * @description The most urgent dispute; a won one if there is no other. Null if there was none
             * @example null
             */
            dispute: {
                /**
                 * @description `…needs_response`: send evidence by the deadline. `…under_review`: the bank decides. `warning_…`: an inquiry; no money moves, but it may become a dispute. `prevented`: ended before it became a dispute. `appeal_…`: lost, but the decision is contested.
                 * @example needs_response
                 * @enum {string}
                 */
                state: "warning_needs_response" | "warning_under_review" | "warning_closed" | "prevented" | "needs_response" | "under_review" | "won" | "lost" | "appeal_needs_response" | "appeal_under_review";
                /**
                 * @description The disputed amount
                 * @example 4999
                 */
                amountCents: number;
                /** @description The customer’s reason, as the processor names it */
                reason: string | null;
                /** @description Deadline for evidence; null if it is not known */
                dueBy: string | null;
            } | null;
            /**
             * @description In lists only: how many of the newest 20 payments with the same order reference are charged and not fully refunded. More than 1 means that the order was charged several times; 0 means that this payment is not charged, or fully refunded.
             * @example 1
             */
            chargedForOrder?: number;
            /** @description Calls to the processor */
            operations: components["schemas"]["Operation"][];
            /** @description Operators’ actions on the payment */
            actions: components["schemas"]["OperatorAction"][];
            /** @description The processor’s reports, oldest first */
            events: components["schemas"]["PaymentEvent"][];
            /** @description Its callbacks, oldest first */
            deliveries: components["schemas"]["DeliveryWithAttempts"][];
            /** @description Its postings, oldest first */
            ledgerEntries: components["schemas"]["PaymentLedgerEntry"][];
            /** @description Oldest first */
            refunds: components["schemas"]["OperatorRefund"][];
            /** @description Oldest first */
            disputes: components["schemas"]["Dispute"][];
            /** @description The merchant’s other payments with this order reference, newest first, at most 20 */
            ofSameOrder: components["schemas"]["OperatorPayment"][];
        };
        /**
         * PortalLink
         * @description A link that opens the portal once.
         */
        PortalLink: {
            /**
             * @description Opens the portal, once. Treat it like a password.
             * @example https://pay.example.com/console/portal#code=svc_code_…
             */
            url: string;
            /**
             * Format: date-time
             * @description Ten minutes from now
             */
            expiresAt: string;
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
         * Processor
         * @description A processor in the settings.
         */
        Processor: {
            /**
             * @description Its name in `SVC_PROCESSORS`
             * @example stripe
             */
            name: string;
            /**
             * @description Whether new merchants start at this processor
             * @example true
             */
            isDefault: boolean;
            /**
             * @description `drain`: no new payments; existing ones still need it
             * @example active
             * @enum {string}
             */
            mode: "active" | "drain";
            /**
             * @description When draining: payments that can still be captured, refunded or disputed
             * @example null
             */
            openPayments: number | null;
            /**
             * @description When the last of these closes for good; null if none is open
             * @example null
             */
            neededUntil: string | null;
        };
        /**
         * ProcessorList
         * @description One page of the list.
         */
        ProcessorList: {
            /** @description The items of this page */
            data: components["schemas"]["Processor"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
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
         * ReaderList
         * @description One page of the list.
         */
        ReaderList: {
            /** @description The items of this page */
            data: components["schemas"]["Reader"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * Reconciliation
         * @description A comparison of the books with the processor.
         */
        Reconciliation: {
            /**
             * @description The id of the comparison
             * @example rec_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            reconciliationId: string;
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /**
             * Format: date-time
             * @description The end of the period that counts as compared: at least two minutes before `createdAt`, because the processor may list new payments late. The next comparison includes the rest.
             */
            comparedUntil: string;
            /** @description The compared merchant; null for all */
            merchantId: string | null;
            /** @description Whether it updates the ledger to match the processor */
            fix: boolean;
            /** @description Whether the daily job started it */
            daily: boolean;
            /**
             * @description `failed`: the processor did not answer, so the comparison is incomplete
             * @example done
             * @enum {string}
             */
            state: "running" | "done" | "failed";
            /**
             * @description Why it is waiting, or why it failed
             * @example null
             */
            error: string | null;
            /**
             * @description Accounts compared so far
             * @example 12
             */
            accounts: number;
            /**
             * @description Accounts that could not be read, and so were not compared
             * @example 0
             */
            skippedAccounts: number;
            /**
             * @description Payments at the processor that were compared
             * @example 1204
             */
            payments: number;
            /**
             * @description Movements of money that were compared
             * @example 1377
             */
            movements: number;
            /**
             * @description Calls to the processor
             * @example 41
             */
            calls: number;
            /**
             * @description Differences found, including unexplained ones of earlier comparisons
             * @example 0
             */
            differences: number;
            /**
             * @description Differences that are still unexplained
             * @example 0
             */
            unexplained: number;
            /**
             * @description Of these, accounts that could not be read
             * @example 0
             */
            unreadable: number;
            /**
             * Format: date-time
             * @description When it was requested
             */
            createdAt: string;
            /** @description When it ended */
            finishedAt: string | null;
        };
        /**
         * ReconciliationDetail
         * @description A comparison, with its findings.
         */
        ReconciliationDetail: {
            /**
             * @description The id of the comparison
             * @example rec_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            reconciliationId: string;
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /**
             * Format: date-time
             * @description The end of the period that counts as compared: at least two minutes before `createdAt`, because the processor may list new payments late. The next comparison includes the rest.
             */
            comparedUntil: string;
            /** @description The compared merchant; null for all */
            merchantId: string | null;
            /** @description Whether it updates the ledger to match the processor */
            fix: boolean;
            /** @description Whether the daily job started it */
            daily: boolean;
            /**
             * @description `failed`: the processor did not answer, so the comparison is incomplete
             * @example done
             * @enum {string}
             */
            state: "running" | "done" | "failed";
            /**
             * @description Why it is waiting, or why it failed
             * @example null
             */
            error: string | null;
            /**
             * @description Accounts compared so far
             * @example 12
             */
            accounts: number;
            /**
             * @description Accounts that could not be read, and so were not compared
             * @example 0
             */
            skippedAccounts: number;
            /**
             * @description Payments at the processor that were compared
             * @example 1204
             */
            payments: number;
            /**
             * @description Movements of money that were compared
             * @example 1377
             */
            movements: number;
            /**
             * @description Calls to the processor
             * @example 41
             */
            calls: number;
            /**
             * @description Differences found, including unexplained ones of earlier comparisons
             * @example 0
             */
            differences: number;
            /**
             * @description Differences that are still unexplained
             * @example 0
             */
            unexplained: number;
            /**
             * @description Of these, accounts that could not be read
             * @example 0
             */
            unreadable: number;
            /**
             * Format: date-time
             * @description When it was requested
             */
            createdAt: string;
            /** @description When it ended */
            finishedAt: string | null;
            /** @description By processor, currency and kind */
            totals: components["schemas"]["ReconciliationTotal"][];
            /** @description The items of this page */
            data: components["schemas"]["ReconciliationDifference"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * ReconciliationDifference
         * @description A difference as a comparison found it.
         */
        ReconciliationDifference: {
            /** @description Null if an earlier release found it */
            differenceId: string | null;
            /**
             * @description The processor that the books were compared with
             * @example stripe
             */
            processor: string;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
            /** @description The payment’s id */
            svcPaymentId: string | null;
            /**
             * @description The processor’s id of the payment; empty for an account
             * @example pi_1Q0sandbox
             */
            processorPaymentIntentId: string;
            /**
             * @description The kind of object that differs
             * @example refund
             * @enum {string}
             */
            kind: "payment" | "authorization" | "authorized_fee" | "refund" | "refund_failure" | "fee" | "fee_refund" | "dispute" | "dispute_reversal" | "account";
            /**
             * @description `missing_here`: the processor has it and the books do not; `missing_there`: the reverse; `posted`: the ledger’s amount differs from the movement; `duplicate`: a second payment with the same `svcPaymentId`; `unreadable`: the account cannot be read; otherwise what differs
             * @example amount
             * @enum {string}
             */
            what: "missing_here" | "missing_there" | "status" | "amount" | "currency" | "posted" | "duplicate" | "unreadable";
            /**
             * @description The processor’s id of the refund, dispute or account; else empty
             * @example re_1Q0sandbox
             */
            objectId: string;
            /** @description Three-letter ISO 4217 code in lower case */
            currency: string | null;
            /** @description The value in the books */
            ours: string | null;
            /** @description The value at the processor */
            theirs: string | null;
            /** @description Whether the comparison updated the ledger to match */
            fixed: boolean;
            /** @description Why it was not fixed */
            reason: string | null;
            /**
             * @description `event`: a later check no longer found it; `fix`: a comparison updated the ledger to match the processor; `note`: an operator explained it
             * @example null
             */
            explainedBy: ("event" | "fix" | "note") | null;
            /**
             * @description When it was explained
             * @example null
             */
            explainedAt: string | null;
            /**
             * @description The operator’s explanation
             * @example null
             */
            note: string | null;
            /**
             * @description The operator who explained it
             * @example null
             */
            explainer: string | null;
        };
        /**
         * ReconciliationList
         * @description One page of the list.
         */
        ReconciliationList: {
            /** @description The items of this page */
            data: components["schemas"]["Reconciliation"][];
            /**
             * @description Pass it as `cursor` to get the next page. Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * ReconciliationTotal
         * @description The movements at a processor in the period, in one currency.
         */
        ReconciliationTotal: {
            /**
             * @description The processor that the books were compared with
             * @example stripe
             */
            processor: string;
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description The kind of movement
             * @example refund
             */
            kind: string;
            /**
             * @description The sum in the processor’s balance
             * @example -1500
             */
            processorCents: number;
            /**
             * @description The sum in the ledger
             * @example -1500
             */
            ledgerCents: number;
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
         * Rotation
         * @description The grace period.
         */
        Rotation: {
            /**
             * @description How long the old one keeps working
             * @default 86400
             */
            graceSeconds?: number;
        };
        /**
         * SearchHit
         * @description An object that matches the search.
         */
        SearchHit: {
            /**
             * @description The kind of object; `key` is an API key
             * @enum {string}
             */
            kind: "payment" | "event" | "delivery" | "merchant" | "operation" | "action" | "key" | "operator";
            /**
             * @description Its id
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            id: string;
            /** @description The merchant it belongs to; null if it belongs to none */
            merchantId: string | null;
            /**
             * @description A short description
             * @example succeeded, 4999 cents usd, order order-1001
             */
            summary: string;
            /**
             * Format: date-time
             * @description When it was created, received or done
             */
            at: string;
            /** @description The payment’s status, or `declined`, `disputed` or `dispute_lost`; the outcome of an event; the state of a delivery, an operation, an API key or an operator; otherwise null */
            status: string | null;
            /** @description The payment it belongs to; null if it belongs to none */
            svcPaymentId: string | null;
            /** @description The charge; null unless it is a payment */
            amountCents: number | null;
            /** @description Three-letter ISO 4217 code in lower case */
            currency: string | null;
            /** @description The payment’s order reference; null if it has none */
            orderRef: string | null;
            /** @description As in the list of payments; null unless it is a payment */
            chargedForOrder: number | null;
        };
        /**
         * SearchHits
         * @description The matches.
         */
        SearchHits: {
            /** @description The objects found */
            data: components["schemas"]["SearchHit"][];
            /**
             * @description True if there may be more: at most 20 of each kind are listed
             * @example false
             */
            hasMore: boolean;
        };
        /**
         * SignIn
         * @description Either a token or a code.
         */
        SignIn: {
            /** @description An operator’s token */
            token?: string;
            /** @description The code of a sign-in link */
            code?: string;
        };
        /**
         * SigningSecret
         * @description The new signing secret.
         */
        SigningSecret: {
            /**
             * @description The new secret. It is not shown again.
             * @example whsec_5f0c…
             */
            signingSecret: string;
            /**
             * @description Secrets that this call ended early, because at most three can be valid. Usually empty.
             * @example []
             */
            endedSecrets: {
                /**
                 * Format: date-time
                 * @description When the secret was created
                 */
                createdAt: string;
                /** @description When a rotation ends it; null for the current one */
                expiresAt: string | null;
            }[];
        };
        /**
         * Statement
         * @description All postings of a period, and the balances before and after it.
         */
        Statement: {
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /** @description The period is over, and nothing will be added to it */
            isFinal: boolean;
            /** @description Oldest first */
            lines: components["schemas"]["StatementLine"][];
            /** @description With `limit`: the `cursor` of the next page, if there is one */
            nextCursor?: string | null;
            /** @description One per currency */
            totals: components["schemas"]["StatementTotal"][];
        };
        /**
         * StatementLine
         * @description One posting, as the merchant sees it.
         */
        StatementLine: {
            /**
             * Format: date-time
             * @description When it was posted
             */
            postedAt: string;
            /**
             * @description The kind of posting
             * @example capture
             * @enum {string}
             */
            kind: "capture" | "refund" | "refund_failed" | "fee_correction" | "fee_refund" | "dispute" | "dispute_won" | "dispute_lost";
            /**
             * @description The payment’s id
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            paymentId: string;
            /** @description The merchant’s own order reference */
            orderRef: string | null;
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description Paid by the customer; negative for money returned
             * @example 4999
             */
            grossCents: number;
            /**
             * @description The platform fee
             * @example 50
             */
            feeCents: number;
            /**
             * @description The merchant’s part
             * @example 4949
             */
            netCents: number;
        };
        /**
         * StatementTotal
         * @description The balances in one currency.
         */
        StatementTotal: {
            /**
             * @description Three-letter ISO 4217 code in lower case
             * @example usd
             */
            currency: string;
            /**
             * @description The merchant’s balance before the period
             * @example 0
             */
            openingCents: number;
            /**
             * @description Paid by customers in the period, less refunds to them
             * @example 4999
             */
            grossCents: number;
            /**
             * @description The platform fees of the period, less those returned
             * @example 50
             */
            feeCents: number;
            /**
             * @description The change in the period
             * @example 4949
             */
            netCents: number;
            /**
             * @description The balance after it
             * @example 4949
             */
            closingCents: number;
        };
        /**
         * Stats
         * @description The figures of a period.
         */
        Stats: {
            /**
             * Format: date-time
             * @description Start of the period
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive
             */
            to: string;
            /** @description Postings by day and currency */
            volume: {
                /**
                 * @description The day, in UTC
                 * @example 2026-03-14
                 */
                day: string;
                /**
                 * @description Three-letter ISO 4217 code in lower case
                 * @example usd
                 */
                currency: string;
                /**
                 * @description Payments captured
                 * @example 12
                 */
                payments: number;
                /**
                 * @description Captured
                 * @example 4999
                 */
                capturedCents: number;
                /**
                 * @description Refunded, less refunds that failed
                 * @example 0
                 */
                refundedCents: number;
                /**
                 * @description Platform fees, less refunded fees
                 * @example 50
                 */
                feeCents: number;
            }[];
            /** @description The outcome of the payments created in the period */
            payments: {
                /**
                 * @description Payments created in the period
                 * @example 12
                 */
                created: number;
                /**
                 * @description How many of these payments have succeeded so far
                 * @example 12
                 */
                succeeded: number;
                /**
                 * @description How many were canceled
                 * @example 12
                 */
                canceled: number;
                /**
                 * @description How many were declined and not paid since
                 * @example 12
                 */
                failed: number;
                /** @description Succeeded ÷ (succeeded + failed) */
                successRate: number | null;
            };
            /** @description The deliveries as they are now */
            deliveries: {
                /**
                 * @description Deliveries that are queued
                 * @example 12
                 */
                pending: number;
                /**
                 * @description Dead letters
                 * @example 12
                 */
                dead: number;
                /** @description When the oldest pending delivery was queued; null if none is */
                oldestPendingAt: string | null;
            };
            /** @description The deliveries that were queued on each day */
            deliveriesPerDay: {
                /**
                 * @description The day, in UTC
                 * @example 2026-03-14
                 */
                day: string;
                /**
                 * @description Delivered by now
                 * @example 12
                 */
                delivered: number;
                /**
                 * @description Dead letters
                 * @example 12
                 */
                dead: number;
                /**
                 * @description Still queued
                 * @example 12
                 */
                pending: number;
            }[];
        };
        /**
         * Terminal
         * @description A reader or a location.
         */
        Terminal: {
            /**
             * @description Its id at the processor
             * @example tmr_1Q0sandbox
             */
            id: string;
        };
        /**
         * TerminalName
         * @description The new name.
         */
        TerminalName: {
            /** @description The name of the reader or location */
            name: string;
        };
        /**
         * TestPayment
         * @description The new test payment, and where to pay it.
         */
        TestPayment: {
            /**
             * @description The payment’s id
             * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            svcPaymentId: string;
            /**
             * @description The sandbox page for paying it
             * @example http://127.0.0.1:12111/_sandbox/pages/checkout?client_secret=…
             */
            checkoutUrl: string;
        };
        /**
         * Trigger
         * @description The event to trigger.
         */
        Trigger: {
            /**
             * @description The event’s type
             * @enum {string}
             */
            type: "payment_intent.succeeded" | "payment_intent.processing" | "payment_intent.payment_failed" | "payment_intent.amount_capturable_updated" | "payment_intent.canceled" | "charge.refunded" | "charge.dispute.created" | "charge.dispute.closed" | "account.updated";
            /** @description Default: the demo merchant */
            merchantId?: string;
            /** @description Fields of the payment created for it. Fields that the event depends on cannot be changed. */
            payment?: {
                /** @description In the currency’s smallest unit: 4999 is $49.99 */
                amountCents?: number;
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
            };
        };
        /**
         * Triggered
         * @description The event that was triggered.
         */
        Triggered: {
            /**
             * @description The event’s type
             * @example payment_intent.succeeded
             */
            type: string;
            /** @description The payment created for it; null for `account.updated` */
            svcPaymentId: string | null;
            /**
             * @description The merchant’s id
             * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
             */
            merchantId: string;
        };
    };
    responses: {
        /** @description **Forbidden.** The operator’s role does not allow this call, or a browser sent it from another site. */
        Forbidden: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description **Forbidden.** The operator’s role does not allow this call, or a browser sent it from another site.
         *
         *     **Suspended.** The merchant is suspended: its keys can only read.
         *
         *     **Account disabled.** The platform has disabled the merchant’s account at the processor: it takes no new payments. Existing payments continue.
         */
        ForbiddenOrSuspendedOrAccountDisabled: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
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
        /**
         * @description **In progress.** A request with the same Idempotency-Key, or a test of the same callback, is still running.
         *
         *     **Invalid state.** The current state does not allow this call. For a payment, `currentStatus` and `allowedFrom` say why.
         */
        InProgressOrInvalidState: {
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
        /** @description **Invalid state.** The current state does not allow this call. For a payment, `currentStatus` and `allowedFrom` say why. */
        InvalidState: {
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
         */
        MissingHeaderOrInvalidRequest: {
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
        /** @description **Too many requests.** This API key or portal has exceeded its rate limit, or too many wrong credentials came from this address. */
        TooManyRequests: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
         * @description How to authenticate.
         * @example Bearer realm="svcpay"
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in, and until when. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "operator",
                     *       "operator": {
                     *         "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *         "name": "Ana",
                     *         "role": "support"
                     *       },
                     *       "merchant": null,
                     *       "may": [
                     *         "redeliver"
                     *       ],
                     *       "expiresAt": "2026-03-14T09:26:53.589Z",
                     *       "sandboxes": [
                     *         {
                     *           "processor": "sandbox",
                     *           "url": "http://127.0.0.1:12111"
                     *         }
                     *       ],
                     *       "processors": [
                     *         "stripe"
                     *       ],
                     *       "version": "0.2.0",
                     *       "brand": {
                     *         "name": "svcpay",
                     *         "logo": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Either a token or a code. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "token": "svc_op_…"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Who is signed in, and until when. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "operator",
                     *       "operator": {
                     *         "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *         "name": "Ana",
                     *         "role": "support"
                     *       },
                     *       "merchant": null,
                     *       "may": [
                     *         "redeliver"
                     *       ],
                     *       "expiresAt": "2026-03-14T09:26:53.589Z",
                     *       "sandboxes": [
                     *         {
                     *           "processor": "sandbox",
                     *           "url": "http://127.0.0.1:12111"
                     *         }
                     *       ],
                     *       "processors": [
                     *         "stripe"
                     *       ],
                     *       "version": "0.2.0",
                     *       "brand": {
                     *         "name": "svcpay",
                     *         "logo": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: {
                /** @description End all sessions of the same operator, or of the same merchant’s portal */
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You are signed out. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMerchants: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Part of the name, or the id */
                search?: string;
                /** @description The onboarding status */
                onboarding?: "not_started" | "pending" | "charges_only" | "enabled" | "restricted";
                /** @description Whether it is suspended */
                suspended?: boolean;
                /** @description Whether an operator has disabled its account at its active processor */
                disabled?: boolean;
                /** @description Whether the last attempt to send it a callback failed */
                failing?: boolean;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "name": "Corner Bakery",
                     *           "feeBps": 250,
                     *           "feeFixedCents": 0,
                     *           "callbackUrl": "https://bakery.example/callbacks",
                     *           "processor": "stripe",
                     *           "nextProcessor": null,
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "accounts": [
                     *             {
                     *               "processor": "stripe",
                     *               "processorAccountId": "acct_1Q0sandbox",
                     *               "onboardingStatus": "enabled",
                     *               "chargesEnabled": true,
                     *               "payoutsEnabled": true,
                     *               "restriction": null,
                     *               "requirements": [
                     *                 "Bank account for payouts"
                     *               ],
                     *               "disabled": false,
                     *               "updatedAt": "2026-03-14T09:26:53.589Z",
                     *               "stoppedAt": null
                     *             }
                     *           ],
                     *           "suspended": false,
                     *           "failing": false,
                     *           "createdAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The merchant to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Corner Bakery",
                 *       "feeBps": 250,
                 *       "callbackUrl": "https://bakery.example/callbacks"
                 *     }
                 */
                "application/json": components["schemas"]["NewMerchant"];
            };
        };
        responses: {
            /** @description The new merchant, with its first API key and its signing secret. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": null,
                     *       "onboardingStatus": "not_started",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "apiKey": "svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…",
                     *       "callbackSigningSecret": "whsec_5f0c…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedMerchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A merchant, with its signing secrets and the health of its endpoint. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "callback": {
                     *         "secrets": [
                     *           {
                     *             "createdAt": "2026-03-14T09:26:53.589Z",
                     *             "expiresAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ],
                     *         "failuresInARow": 0,
                     *         "failingSince": null,
                     *         "lastFailure": null,
                     *         "pausedUntil": "2026-03-14T09:26:53.589Z",
                     *         "waiting": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantWithCallback"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "feeBps": 150
                 *     }
                 */
                "application/json": components["schemas"]["MerchantChange"];
            };
        };
        responses: {
            /** @description A merchant. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suspendMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
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
            /** @description A merchant. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": true,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
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
            /** @description A merchant. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMerchantAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description Details of the merchant, and the processor for its account. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email": "owner@bakery.example",
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["NewMerchantAccount"];
            };
        };
        responses: {
            /** @description A merchant’s onboarding status, with its requirements in words. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "pending",
                     *       "chargesEnabled": false,
                     *       "payoutsEnabled": false,
                     *       "requirements": [
                     *         "Bank account for payouts"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MerchantOnboarding"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    changeMerchantAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The account to change, and its new state. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "processor": "stripe",
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description A merchant. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMerchantReaders: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Default: the merchant’s active processor */
                processor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "tmr_1Q0sandbox",
                     *           "label": "Till 1",
                     *           "deviceType": "simulated_wisepos_e",
                     *           "status": "online",
                     *           "locationId": "tml_1Q0sandbox"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReaderList"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listMerchantLocations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Default: the merchant’s active processor */
                processor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "tml_1Q0sandbox",
                     *           "displayName": "Main Street"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    addTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description A location, or a reader for one: name exactly one of the two. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reader": {
                 *         "registrationCode": "simulated-wpe",
                 *         "locationId": "tml_1Q0sandbox",
                 *         "label": "Till 1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewTerminal"];
            };
        };
        responses: {
            /** @description A reader or a location. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_1Q0sandbox"
                     *     }
                     */
                    "application/json": components["schemas"]["Terminal"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    removeTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The id of the reader or the location
                 * @example tmr_1Q0sandbox
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was removed. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    renameTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The id of the reader or the location
                 * @example tmr_1Q0sandbox
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The new name. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Till 2"
                 *     }
                 */
                "application/json": components["schemas"]["TerminalName"];
            };
        };
        responses: {
            /** @description A reader or a location. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tmr_1Q0sandbox"
                     *     }
                     */
                    "application/json": components["schemas"]["Terminal"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    createMerchantOnboardingLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description Where the merchant goes afterwards, and the account that the link is for. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "returnUrl": "https://bakery.example/done",
                 *       "refreshUrl": "https://bakery.example/again"
                 *     }
                 */
                "application/json": components["schemas"]["NewMerchantOnboardingLink"];
            };
        };
        responses: {
            /** @description A link to the processor’s onboarding form. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    moveMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The processor to move to, and when. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "processor": "stripe-eu",
                 *       "when": "enabled"
                 *     }
                 */
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            /** @description A merchant. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Corner Bakery",
                     *       "feeBps": 250,
                     *       "feeFixedCents": 0,
                     *       "callbackUrl": "https://bakery.example/callbacks",
                     *       "processor": "stripe",
                     *       "nextProcessor": null,
                     *       "processorAccountId": "acct_1Q0sandbox",
                     *       "onboardingStatus": "enabled",
                     *       "accounts": [
                     *         {
                     *           "processor": "stripe",
                     *           "processorAccountId": "acct_1Q0sandbox",
                     *           "onboardingStatus": "enabled",
                     *           "chargesEnabled": true,
                     *           "payoutsEnabled": true,
                     *           "restriction": null,
                     *           "requirements": [
                     *             "Bank account for payouts"
                     *           ],
                     *           "disabled": false,
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "stoppedAt": null
                     *         }
                     *       ],
                     *       "suspended": false,
                     *       "failing": false,
                     *       "createdAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProcessorError"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "keyId": "key_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "label": "checkout server",
                     *           "hint": "9f2c",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "lastUsedAt": "2026-03-14T09:26:53.589Z",
                     *           "expiresAt": null,
                     *           "revokedAt": null,
                     *           "endedBy": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The key to issue. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "label": "checkout server"
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The new API key. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "key_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "label": "checkout server",
                     *       "hint": "9f2c",
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "lastUsedAt": "2026-03-14T09:26:53.589Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "endedBy": null,
                     *       "apiKey": "svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The id of the API key, not the key itself
                 * @example key_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                keyId: string;
            };
            cookie?: never;
        };
        /** @description The grace period. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new API key. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "key_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "label": "checkout server",
                     *       "hint": "9f2c",
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "lastUsedAt": "2026-03-14T09:26:53.589Z",
                     *       "expiresAt": null,
                     *       "revokedAt": null,
                     *       "endedBy": null,
                     *       "apiKey": "svc_live_01jd3k5v8xemw9g6t2q4r7y0zb_9f2c…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The id of the API key, not the key itself
                 * @example key_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The new callback URL. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://bakery.example/callbacks"
                 *     }
                 */
                "application/json": components["schemas"]["CallbackChange"];
            };
        };
        responses: {
            /** @description The current callback URL. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://bakery.example/callbacks",
                     *       "signingSecret": "whsec_5f0c…"
                     *     }
                     */
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
            };
            cookie?: never;
        };
        /** @description The grace period. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The new signing secret. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingSecret": "whsec_5f0c…",
                     *       "endedSecrets": []
                     *     }
                     */
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
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
            /** @description How the receiver answered. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivered": true,
                     *       "status": 200,
                     *       "error": null,
                     *       "durationMs": 84,
                     *       "answer": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["CallbackTestResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this merchant */
                merchantId?: string;
                /** @description Only events of this processor */
                processor?: string;
                /**
                 * @description `dead`: all attempts failed; it is not sent again unless somebody redelivers it
                 * @example delivered
                 */
                state?: "pending" | "delivered" | "dead";
                /** @description Only this event type */
                type?: string;
                /** @description Queued at or after */
                createdFrom?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "deliveryId": "dlv_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "eventId": "evt_1Q0sandbox",
                     *           "type": "payment_intent.succeeded",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "orderRef": "order-1001",
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "nextAttemptAt": null,
                     *           "lastStatus": 200,
                     *           "lastError": null,
                     *           "createdAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery: one event on its way to one callback URL
                 * @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A delivery with its request and all its attempts. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                     *       "state": "delivered",
                     *       "attempts": 1,
                     *       "nextAttemptAt": null,
                     *       "lastStatus": 200,
                     *       "lastError": null,
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "attemptLog": [
                     *         {
                     *           "attempt": 1,
                     *           "startedAt": "2026-03-14T09:26:53.589Z",
                     *           "url": "https://bakery.example/callbacks",
                     *           "durationMs": 84,
                     *           "status": 200,
                     *           "error": null,
                     *           "answer": "ok"
                     *         }
                     *       ],
                     *       "request": {
                     *         "url": "https://bakery.example/callbacks",
                     *         "headers": {
                     *           "svc-event-id": "evt_1Q0sandbox",
                     *           "svc-event-type": "payment_intent.succeeded"
                     *         },
                     *         "body": null,
                     *         "removedAt": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the delivery: one event on its way to one callback URL
                 * @example dlv_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                deliveryId: string;
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Which callbacks to redeliver. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "state": "dead",
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["BulkRedelivery"];
            };
        };
        responses: {
            /** @description How many callbacks matched. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 3
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description How many were redelivered, or with `dryRun` would be
                         * @example 3
                         */
                        count: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllEvents: {
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
                /** @description Only this merchant */
                merchantId?: string;
                /** @description Only events of this processor */
                processor?: string;
                /** @description Only the event with this id. Requires `merchantId`. */
                eventId?: string;
                /**
                 * @description `dead`: all attempts failed; it is not sent again unless somebody redelivers it
                 * @example delivered
                 */
                state?: "pending" | "delivered" | "dead";
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
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventPayload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                merchantId: string;
                /**
                 * @description The event’s id, the same as at the processor
                 * @example evt_1Q0sandbox
                 */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event as the processor sent it. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_1Q0sandbox",
                     *       "type": "payment_intent.succeeded",
                     *       "payload": {
                     *         "id": "evt_1Q0sandbox",
                     *         "object": "event",
                     *         "type": "payment_intent.succeeded"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventPayload"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllPayments: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this merchant */
                merchantId?: string;
                /** @description Only payments with this status. `declined`: payments that need a new payment method because the last one was refused. `open`: payments that the customer can still complete, or that hold an amount. */
                status?: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "requires_capture" | "succeeded" | "partially_refunded" | "refunded" | "canceled" | "declined" | "open";
                /** @description Only payments that are refunded, in full or in part */
                refunded?: boolean;
                /** @description Only payments with a dispute, whatever its outcome; not inquiries */
                disputed?: boolean;
                /** @description Only payments with a dispute or an inquiry that needs a response, earliest deadline first. `dispute` is that dispute or inquiry */
                needsResponse?: boolean;
                /** @description With a refund that was posted at or after this time, even if it failed later */
                refundedFrom?: string;
                /** @description With a refund that was posted before this time */
                refundedTo?: string;
                /** @description With a dispute that was posted at or after this time, whatever its outcome */
                disputedFrom?: string;
                /** @description With a dispute that was posted before this time */
                disputedTo?: string;
                /** @description Only payments with this order reference, as given or in lower or upper case */
                orderRef?: string;
                /** @description How it is captured */
                method?: "automatic" | "manual";
                /** @description Only payments made with this processor */
                processor?: string;
                /**
                 * @description Only this currency: a three-letter ISO 4217 code
                 * @example usd
                 */
                currency?: string;
                /** @description In the currency’s smallest unit, inclusive */
                amountFrom?: number;
                /** @description In the currency’s smallest unit, inclusive */
                amountTo?: number;
                /** @description Created at or after */
                createdFrom?: string;
                /** @description Created before */
                createdTo?: string;
                /** @description `csv` includes all matching payments and accepts no `limit` */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list, or all of it as a file. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "connectedAccountId": "acct_1Q0sandbox",
                     *           "authorizedCents": 0,
                     *           "failureCode": null,
                     *           "failureMessage": null,
                     *           "dispute": null,
                     *           "chargedForOrder": 1
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorPaymentList"];
                    /**
                     * @example svcPaymentId,status,amountCents,currency,capturedCents,refundedCents,applicationFeeCents,applicationFeeRefundedCents,disputedCents,orderRef,captureMethod,merchantId,processorPaymentIntentId,createdAt,failureCode
                     *     svcpay_01jd3k5v8xemw9g6t2q4r7y0zb,succeeded,4999,usd,4999,0,50,0,0,order-1001,automatic,mer_01jd3k5v8xemw9g6t2q4r7y0zb,pi_3Q0sandbox,2026-03-14T09:26:53.000Z,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment’s id
                 * @example svcpay_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A payment with its history. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "status": "succeeded",
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
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "connectedAccountId": "acct_1Q0sandbox",
                     *       "authorizedCents": 0,
                     *       "failureCode": null,
                     *       "failureMessage": null,
                     *       "dispute": null,
                     *       "chargedForOrder": 1,
                     *       "operations": [
                     *         {
                     *           "operationId": "op_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "kind": "refund",
                     *           "state": "done",
                     *           "idempotencyKey": "order-1001",
                     *           "traceId": "trc_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "refusal": null,
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "settledAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "actions": [
                     *         {
                     *           "at": "2026-03-14T09:26:53.589Z",
                     *           "actor": "Ana",
                     *           "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "note": null,
                     *           "action": "payment.refund",
                     *           "traceId": "trc_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "outcome": null,
                     *           "outcomeDetail": null,
                     *           "detail": {
                     *             "amountCents": 1000,
                     *             "currency": "usd"
                     *           }
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "id": "evt_1Q0sandbox",
                     *           "type": "payment_intent.succeeded",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "receivedAt": "2026-03-14T09:26:53.589Z",
                     *           "outcome": "applied"
                     *         }
                     *       ],
                     *       "deliveries": [
                     *         {
                     *           "deliveryId": "dlv_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "eventId": "evt_1Q0sandbox",
                     *           "type": "payment_intent.succeeded",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "orderRef": "order-1001",
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "nextAttemptAt": null,
                     *           "lastStatus": 200,
                     *           "lastError": null,
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "attemptLog": [
                     *             {
                     *               "attempt": 1,
                     *               "startedAt": "2026-03-14T09:26:53.589Z",
                     *               "url": "https://bakery.example/callbacks",
                     *               "durationMs": 84,
                     *               "status": 200,
                     *               "error": null,
                     *               "answer": "ok"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "ledgerEntries": [
                     *         {
                     *           "fact": "capture",
                     *           "kind": "capture",
                     *           "source": "evt_1Q0sandbox",
                     *           "currency": "usd",
                     *           "customerCents": -4999,
                     *           "merchantCents": 4949,
                     *           "platformFeesCents": 50,
                     *           "disputeHoldCents": 0,
                     *           "postedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "refunds": [
                     *         {
                     *           "refundId": "svcrf_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "processorRefundId": "re_3Q0sandbox",
                     *           "amountCents": 4999,
                     *           "reason": null,
                     *           "state": "succeeded",
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
                     *           "state": "needs_response"
                     *         }
                     *       ],
                     *       "ofSameOrder": [
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
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "connectedAccountId": "acct_1Q0sandbox",
                     *           "authorizedCents": 0,
                     *           "failureCode": null,
                     *           "failureMessage": null,
                     *           "dispute": null,
                     *           "chargedForOrder": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentWithTimeline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    captureForMerchant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key": string;
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
            400: components["responses"]["MissingHeaderOrInvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    refundForMerchant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key": string;
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
            400: components["responses"]["MissingHeaderOrInvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    cancelForMerchant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Makes retries safe: the same key and body return the first answer. Derive it from your order id, so that it is the same on every retry.
                 * @example order-1001
                 */
                "idempotency-key": string;
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
            400: components["responses"]["MissingHeaderOrInvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
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
    listOpenOperations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only `open` can be listed */
                state?: "open";
                /** @description Only this merchant */
                merchantId?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "operationId": "op_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "kind": "refund",
                     *           "idempotencyKey": "order-1001",
                     *           "attempt": 1,
                     *           "asked": {
                     *             "amountCents": 1000
                     *           },
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "askedAgainAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OpenOperationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFailing: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "name": "Corner Bakery",
                     *           "problem": "callbacks",
                     *           "count": 37,
                     *           "since": "2026-03-14T09:26:53.589Z",
                     *           "reason": "503"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["FailingMerchantList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description An id, an order reference, a merchant’s name, or a trace id */
                q: string;
                /** @description Only this merchant */
                merchantId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "payment",
                     *           "id": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "summary": "succeeded, 4999 cents usd, order order-1001",
                     *           "at": "2026-03-14T09:26:53.589Z",
                     *           "status": "succeeded",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "amountCents": 4999,
                     *           "currency": "usd",
                     *           "orderRef": "order-1001",
                     *           "chargedForOrder": 1
                     *         }
                     *       ],
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["SearchHits"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLedgerEntries: {
        parameters: {
            query: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this merchant */
                merchantId: string;
                /**
                 * @description Only this currency: a three-letter ISO 4217 code
                 * @example usd
                 */
                currency?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "orderRef": "order-1001",
                     *           "fact": "capture",
                     *           "kind": "capture",
                     *           "source": "evt_1Q0sandbox",
                     *           "currency": "usd",
                     *           "customerCents": -4999,
                     *           "merchantCents": 4949,
                     *           "platformFeesCents": 50,
                     *           "disputeHoldCents": 0,
                     *           "postedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLedgerBalances: {
        parameters: {
            query: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this merchant */
                merchantId: string;
                /**
                 * @description Only this currency: a three-letter ISO 4217 code
                 * @example usd
                 */
                currency?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "currency": "usd",
                     *           "customerCents": -4999,
                     *           "merchantCents": 4949,
                     *           "platformFeesCents": 50,
                     *           "disputeHoldCents": 0
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerBalanceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLedgerStatement: {
        parameters: {
            query: {
                /** @description Only this merchant */
                merchantId: string;
                /**
                 * @description Only this currency: a three-letter ISO 4217 code
                 * @example usd
                 */
                currency?: string;
                /** @description Default: 30 days before `to` */
                from?: string;
                /** @description Exclusive. Default: now. */
                to?: string;
                /** @description Only payments made with this processor */
                processor?: string;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Lines per page. Default: all. */
                limit?: number;
                /** @description `csv` includes all lines and accepts no `limit` */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything posted in a period, and the balances before and after it. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-14T09:26:53.589Z",
                     *       "to": "2026-03-14T09:26:53.589Z",
                     *       "isFinal": true,
                     *       "lines": [
                     *         {
                     *           "postedAt": "2026-03-14T09:26:53.589Z",
                     *           "kind": "capture",
                     *           "paymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "orderRef": "order-1001",
                     *           "currency": "usd",
                     *           "grossCents": 4999,
                     *           "feeCents": 50,
                     *           "netCents": 4949
                     *         }
                     *       ],
                     *       "nextCursor": null,
                     *       "totals": [
                     *         {
                     *           "currency": "usd",
                     *           "openingCents": 0,
                     *           "grossCents": 4999,
                     *           "feeCents": 50,
                     *           "netCents": 4949,
                     *           "closingCents": 4949
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                    /**
                     * @example postedAt,kind,paymentId,orderRef,currency,grossCents,feeCents,netCents
                     *     2026-03-01T00:00:00.000Z,opening_balance,,,usd,,,0
                     *     2026-03-14T09:26:53.000Z,capture,svcpay_01jd3k5v8xemw9g6t2q4r7y0zb,order-1001,usd,4999,50,4949
                     *     2026-04-01T00:00:00.000Z,closing_balance,,,usd,,,4949
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            /** @description Whether the ledger agrees with the payments. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "checked": 1204,
                     *       "entries": 1377,
                     *       "problems": [],
                     *       "at": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReconciliations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "reconciliationId": "rec_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "from": "2026-03-14T09:26:53.589Z",
                     *           "to": "2026-03-14T09:26:53.589Z",
                     *           "comparedUntil": "2026-03-14T09:26:53.589Z",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "fix": true,
                     *           "daily": true,
                     *           "state": "done",
                     *           "error": null,
                     *           "accounts": 12,
                     *           "skippedAccounts": 0,
                     *           "payments": 1204,
                     *           "movements": 1377,
                     *           "calls": 41,
                     *           "differences": 0,
                     *           "unexplained": 0,
                     *           "unreadable": 0,
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "finishedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to compare. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-13T00:00:00Z",
                 *       "to": "2026-03-14T00:00:00Z",
                 *       "fix": false
                 *     }
                 */
                "application/json": components["schemas"]["NewReconciliation"];
            };
        };
        responses: {
            /** @description A comparison of the books with the processor. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reconciliationId": "rec_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "from": "2026-03-14T09:26:53.589Z",
                     *       "to": "2026-03-14T09:26:53.589Z",
                     *       "comparedUntil": "2026-03-14T09:26:53.589Z",
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "fix": true,
                     *       "daily": true,
                     *       "state": "done",
                     *       "error": null,
                     *       "accounts": 12,
                     *       "skippedAccounts": 0,
                     *       "payments": 1204,
                     *       "movements": 1377,
                     *       "calls": 41,
                     *       "differences": 0,
                     *       "unexplained": 0,
                     *       "unreadable": 0,
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "finishedAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReconciliation: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The comparison’s id
                 * @example rec_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                reconciliationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison, with its findings. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reconciliationId": "rec_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "from": "2026-03-14T09:26:53.589Z",
                     *       "to": "2026-03-14T09:26:53.589Z",
                     *       "comparedUntil": "2026-03-14T09:26:53.589Z",
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "fix": true,
                     *       "daily": true,
                     *       "state": "done",
                     *       "error": null,
                     *       "accounts": 12,
                     *       "skippedAccounts": 0,
                     *       "payments": 1204,
                     *       "movements": 1377,
                     *       "calls": 41,
                     *       "differences": 0,
                     *       "unexplained": 0,
                     *       "unreadable": 0,
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "finishedAt": "2026-03-14T09:26:53.589Z",
                     *       "totals": [
                     *         {
                     *           "processor": "stripe",
                     *           "currency": "usd",
                     *           "kind": "refund",
                     *           "processorCents": -1500,
                     *           "ledgerCents": -1500
                     *         }
                     *       ],
                     *       "data": [
                     *         {
                     *           "differenceId": "dif_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "processor": "stripe",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "processorPaymentIntentId": "pi_1Q0sandbox",
                     *           "kind": "refund",
                     *           "what": "amount",
                     *           "objectId": "re_1Q0sandbox",
                     *           "currency": "usd",
                     *           "ours": "1500",
                     *           "theirs": "2000",
                     *           "fixed": true,
                     *           "reason": "The processor has no such movement.",
                     *           "explainedBy": null,
                     *           "explainedAt": null,
                     *           "note": null,
                     *           "explainer": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationDetail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDifferences: {
        parameters: {
            query?: {
                /** @description Only this merchant */
                merchantId?: string;
                /** @description List explained differences instead */
                explained?: boolean;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "differenceId": "dif_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "processor": "stripe",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "processorPaymentIntentId": "pi_1Q0sandbox",
                     *           "kind": "refund",
                     *           "what": "amount",
                     *           "objectId": "re_1Q0sandbox",
                     *           "currency": "usd",
                     *           "ours": "1500",
                     *           "theirs": "2000",
                     *           "foundAt": "2026-03-14T09:26:53.589Z",
                     *           "seenAt": "2026-03-14T09:26:53.589Z",
                     *           "explainedBy": null,
                     *           "explainedAt": null,
                     *           "note": null,
                     *           "explainer": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DifferenceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainDifference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The difference’s id
                 * @example dif_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                differenceId: string;
            };
            cookie?: never;
        };
        /** @description Why the two disagree. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Refunded in the dashboard of the account that the merchant closed."
                 *     }
                 */
                "application/json": components["schemas"]["Explanation"];
            };
        };
        responses: {
            /** @description A disagreement between the books and the processor, from when it was found until it is explained. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "differenceId": "dif_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "processor": "stripe",
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "processorPaymentIntentId": "pi_1Q0sandbox",
                     *       "kind": "refund",
                     *       "what": "amount",
                     *       "objectId": "re_1Q0sandbox",
                     *       "currency": "usd",
                     *       "ours": "1500",
                     *       "theirs": "2000",
                     *       "foundAt": "2026-03-14T09:26:53.589Z",
                     *       "seenAt": "2026-03-14T09:26:53.589Z",
                     *       "explainedBy": null,
                     *       "explainedAt": null,
                     *       "note": null,
                     *       "explainer": null
                     *     }
                     */
                    "application/json": components["schemas"]["Difference"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProcessors: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "stripe",
                     *           "isDefault": true,
                     *           "mode": "active",
                     *           "openPayments": null,
                     *           "neededUntil": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ProcessorList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description Default: 30 days before `to` */
                from?: string;
                /** @description Exclusive. Default: now. */
                to?: string;
                /** @description Default: all merchants together */
                merchantId?: string;
                /** @description Only payments at this processor, and their callbacks, in a period of at most 31 days. Default: all processors together */
                processor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data on the console’s first page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-14T09:26:53.589Z",
                     *       "to": "2026-03-14T09:26:53.589Z",
                     *       "isUpToDate": true,
                     *       "bucket": "hour",
                     *       "currencies": [
                     *         {
                     *           "currency": "usd",
                     *           "volumeCents": 499900,
                     *           "count": 104,
                     *           "succeeded": 100,
                     *           "failed": 4,
                     *           "feesCents": 4999,
                     *           "refundedCents": 4999,
                     *           "disputedCents": 0,
                     *           "series": [
                     *             {
                     *               "at": "2026-03-14T09:26:53.589Z",
                     *               "volumeCents": 499900,
                     *               "count": 104,
                     *               "succeeded": 100,
                     *               "feesCents": 4999,
                     *               "refundedCents": 4999
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "declines": [
                     *         {
                     *           "code": "card_declined",
                     *           "count": 3
                     *         }
                     *       ],
                     *       "callbacks": {
                     *         "delivered": 208,
                     *         "failed": 9,
                     *         "pending": 2,
                     *         "dead": 1,
                     *         "p50Ms": 84,
                     *         "p95Ms": 310,
                     *         "series": [
                     *           {
                     *             "at": "2026-03-14T09:26:53.589Z",
                     *             "delivered": 208,
                     *             "failed": 9
                     *           }
                     *         ]
                     *       },
                     *       "attention": {
                     *         "deadLetters": 1,
                     *         "failingEndpoints": [
                     *           {
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "name": "Corner Bakery",
                     *             "since": "2026-03-14T09:26:53.589Z",
                     *             "reason": "HTTP 503",
                     *             "waiting": 2
                     *           }
                     *         ],
                     *         "stuckMerchants": [
                     *           {
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "name": "Corner Bakery",
                     *             "processor": "stripe",
                     *             "onboardingStatus": "restricted",
                     *             "restriction": null,
                     *             "stoppedAt": "2026-03-14T09:26:53.589Z",
                     *             "since": "2026-03-14T09:26:53.589Z",
                     *             "requirements": [
                     *               "Bank account for payouts"
                     *             ]
                     *           }
                     *         ],
                     *         "suspendedMerchants": [
                     *           {
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "name": "Corner Bakery",
                     *             "since": "2026-03-14T09:26:53.589Z",
                     *             "by": "Ana",
                     *             "note": null
                     *           }
                     *         ],
                     *         "disabledMerchants": [
                     *           {
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "name": "Corner Bakery",
                     *             "since": "2026-03-14T09:26:53.589Z",
                     *             "by": "Ana",
                     *             "note": null
                     *           }
                     *         ],
                     *         "refusedWebhooks": [
                     *           {
                     *             "processor": "stripe",
                     *             "reason": "wrong_signature",
                     *             "listensTo": "accounts",
                     *             "since": "2026-03-14T09:26:53.589Z",
                     *             "lastAt": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ],
                     *         "openOperations": 0,
                     *         "unreadEvents": 0,
                     *         "restoredPayments": 0,
                     *         "incompleteHistories": 0,
                     *         "disputes": [
                     *           {
                     *             "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "amountCents": 4999,
                     *             "currency": "usd",
                     *             "state": "needs_response",
                     *             "dueBy": "2026-03-14T09:26:53.589Z"
                     *           }
                     *         ],
                     *         "lastLedgerCheck": {
                     *           "ok": true,
                     *           "checked": 1204,
                     *           "entries": 1377,
                     *           "at": "2026-03-14T09:26:53.589Z"
                     *         },
                     *         "booksEqualSince": "2026-03-14T09:26:53.589Z",
                     *         "booksEqualUntil": "2026-03-14T09:26:53.589Z",
                     *         "booksDiffer": 0,
                     *         "booksUnreadable": 0,
                     *         "unreadableAccounts": [
                     *           {
                     *             "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *             "processor": "stripe"
                     *           }
                     *         ],
                     *         "readableEqualSince": "2026-03-14T09:26:53.589Z",
                     *         "readableEqualUntil": "2026-03-14T09:26:53.589Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description Default: 30 days before `to` */
                from?: string;
                /** @description Exclusive. Default: now. */
                to?: string;
                /** @description Default: all merchants together */
                merchantId?: string;
                /** @description Only payments at this processor, and their callbacks, in a period of at most 31 days. Default: all processors together */
                processor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures of a period. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-14T09:26:53.589Z",
                     *       "to": "2026-03-14T09:26:53.589Z",
                     *       "volume": [
                     *         {
                     *           "day": "2026-03-14",
                     *           "currency": "usd",
                     *           "payments": 12,
                     *           "capturedCents": 4999,
                     *           "refundedCents": 0,
                     *           "feeCents": 50
                     *         }
                     *       ],
                     *       "payments": {
                     *         "created": 12,
                     *         "succeeded": 12,
                     *         "canceled": 12,
                     *         "failed": 12,
                     *         "successRate": 0.97
                     *       },
                     *       "deliveries": {
                     *         "pending": 12,
                     *         "dead": 12,
                     *         "oldestPendingAt": "2026-03-14T09:26:53.589Z"
                     *       },
                     *       "deliveriesPerDay": [
                     *         {
                     *           "day": "2026-03-14",
                     *           "delivered": 12,
                     *           "dead": 12,
                     *           "pending": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPortalLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The merchant’s id
                 * @example mer_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
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
            /** @description A link that opens the portal once. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://pay.example.com/console/portal#code=svc_code_…",
                     *       "expiresAt": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTestPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The test payment to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amountCents": 4999,
                 *       "orderRef": "order-1001"
                 *     }
                 */
                "application/json": components["schemas"]["NewTestPayment"];
            };
        };
        responses: {
            /** @description The new test payment, and where to pay it. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "checkoutUrl": "http://127.0.0.1:12111/_sandbox/pages/checkout?client_secret=…"
                     *     }
                     */
                    "application/json": components["schemas"]["TestPayment"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["ForbiddenOrSuspendedOrAccountDisabled"];
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
    triggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The event to trigger. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "payment_intent.succeeded"
                 *     }
                 */
                "application/json": components["schemas"]["Trigger"];
            };
        };
        responses: {
            /** @description The event that was triggered. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "payment_intent.succeeded",
                     *       "svcPaymentId": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb"
                     *     }
                     */
                    "application/json": components["schemas"]["Triggered"];
                };
            };
            400: components["responses"]["InvalidRequestOrNoConnectedAccount"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["ForbiddenOrSuspendedOrAccountDisabled"];
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
    stream: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event received; the stream resumes after it */
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
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
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
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
                /** @description Only this merchant */
                merchantId?: string;
                /** @description The name of an operator, `owner` or `portal`, or a part of such a name; case does not matter */
                actor?: string;
                /**
                 * @description The action
                 * @example payment.refund
                 */
                action?: string;
                /** @description Done at or after */
                createdFrom?: string;
                /** @description Done before */
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "auditId": "1042",
                     *           "at": "2026-03-14T09:26:53.589Z",
                     *           "actor": "Ana",
                     *           "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "note": null,
                     *           "address": "203.0.113.7",
                     *           "action": "payment.refund",
                     *           "target": "svcpay_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "merchantId": "mer_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "traceId": "trc_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "outcome": null,
                     *           "outcomeDetail": null,
                     *           "detail": {
                     *             "amountCents": 1000,
                     *             "currency": "usd"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Items per page */
                limit?: number;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *           "name": "Ana",
                     *           "role": "support",
                     *           "hint": "4b7e",
                     *           "createdAt": "2026-03-14T09:26:53.589Z",
                     *           "lastUsedAt": "2026-03-14T09:26:53.589Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The operator to add. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ana",
                 *       "role": "support"
                 *     }
                 */
                "application/json": components["schemas"]["NewOperator"];
            };
        };
        responses: {
            /** @description The new operator, with their token. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operatorId": "opr_01jd3k5v8xemw9g6t2q4r7y0zb",
                     *       "name": "Ana",
                     *       "role": "support",
                     *       "hint": "4b7e",
                     *       "createdAt": "2026-03-14T09:26:53.589Z",
                     *       "lastUsedAt": "2026-03-14T09:26:53.589Z",
                     *       "token": "svc_op_01jd3k5v8xemw9g6t2q4r7y0zb_4b7e…"
                     *     }
                     */
                    "application/json": components["schemas"]["AddedOperator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The operator’s id
                 * @example opr_01jd3k5v8xemw9g6t2q4r7y0zb
                 */
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operator was removed. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["UnauthorizedWithChallenge"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
