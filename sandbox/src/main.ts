console.log('svcpay-sandbox')
