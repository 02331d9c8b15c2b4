// All in one process: to start another one takes longer than to see that nothing has changed.
// `npm start --ignore-scripts` runs what is built, as it would with a prestart script.
if (process.env.npm_config_ignore_scripts !== 'true') await import('./build.js')
process.argv.splice(2, 0, 'up')
await import('../service/bin/svcpay.js')
