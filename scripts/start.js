// All in one process: starting another one takes longer than checking that nothing has changed.
// `npm start --ignore-scripts` runs the existing build, as it would with a prestart script.
if (process.env.npm_config_ignore_scripts !== 'true') await import('./build.js')
process.argv.splice(2, 0, 'up')
await import('../service/bin/svcpay.js')
