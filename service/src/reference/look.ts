import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="32" viewBox="0 0 132 32"><rect width="32" height="32" rx="8" fill="#4fc7b2"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#0c2420" stroke-width="2.6" stroke-linecap="round"/><text x="42" y="23" font-family="system-ui, sans-serif" font-size="21" font-weight="700" fill="#fff">svcpay</text></svg>`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b63"/><path d="M8 11h16M8 16h9M8 21h5" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

/** There is one document here, so the box that would load another is gone; the rest gets room on small screens. */
const css = `
.swagger-ui .topbar { padding: 12px 0; background: #14231f }
.swagger-ui .topbar .topbar-wrapper img { content: url('data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}') }
.swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .topbar .topbar-wrapper { flex-flow: row nowrap; justify-content: space-between }
.swagger-ui .information-container .info { margin: 32px 0 8px }
.swagger-ui .scheme-container { padding: 16px 0 }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { font-size: 20px }
  .swagger-ui .opblock .opblock-summary-method { min-width: 60px }
}
`

/** How the API reference looks, for the plugin that shows it. */
export const look = {
  theme: {
    title: 'svcpay API reference',
    css: [{ filename: 'svcpay.css', content: css }],
    favicon: [{ filename: 'svcpay.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: icon }],
  },
} satisfies FastifySwaggerUiOptions
