import { addCopyButton, addressOf } from './site.js'

const place = document.getElementById('calls')
const api = await (await fetch(place.dataset.url)).json()
const credential = { name: place.dataset.credential, value: '' }

const resolve = part =>
  part?.$ref
    ? part.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], api)
    : part

/** An element with its children; text is never parsed as HTML. */
function el(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.filter(child => child !== null && child !== undefined))
  return element
}

/** The Markdown that descriptions use: paragraphs, `code`, **strong** and [links](…). */
function prose(text = '') {
  return text.split(/\n\n+/).map(paragraph => el('p', {}, ...marked(paragraph)))
}

function marked(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map(part => {
    if (part.startsWith('`')) return el('code', {}, part.slice(1, -1))
    if (part.startsWith('**')) return el('strong', {}, part.slice(2, -2))
    const [, name, href] = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/) ?? []
    return href ? el('a', { href }, name) : part
  })
}

function typeOf(schema) {
  const { type, format, anyOf, items, const: only, enum: values } = resolve(schema)
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map(value => JSON.stringify(value)).join(' or ')
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (items) return `array of ${typeOf(items)}`
  return format ? `${type} (${format})` : (type ?? 'any')
}

function limitsOf({ minimum, maximum, minLength, maxLength, default: preset }) {
  const range = (least, most, unit) => {
    if (most === undefined) return least ? `at least ${least}${unit}` : null
    return least ? `${least} to ${most}${unit}` : `up to ${most}${unit}`
  }
  const limits = [range(minimum, maximum, ''), range(minLength, maxLength, ' characters')]
  return [...limits, preset === undefined ? null : `default ${preset}`].filter(Boolean).join(', ')
}

/** The object that a schema describes, alone, in an array or among alternatives. */
function objectIn(schema) {
  const { properties, items, anyOf } = resolve(schema) ?? {}
  if (properties) return resolve(schema)
  if (items) return objectIn(items)
  return anyOf?.map(objectIn).find(Boolean) ?? null
}

function fieldsOf(schema) {
  const { properties = {}, required = [] } = objectIn(schema) ?? {}
  return fields(
    Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
  )
}

function fields(rows) {
  const list = el('dl', { className: 'fields' })
  for (const { name, schema, required, description } of rows) {
    const whole = resolve(schema)
    const limits = limitsOf(whole)
    list.append(
      el(
        'dt',
        {},
        el('code', {}, name),
        el('small', {}, [typeOf(schema), limits].filter(Boolean).join(', ')),
        required ? el('em', {}, 'required') : null,
      ),
      el('dd', {}, ...marked(description ?? whole.description ?? ''), nested(schema)),
    )
  }
  return list
}

function nested(schema) {
  if (!objectIn(schema)) return null
  const details = el('details', {}, el('summary', { className: 'more' }, 'Fields'))
  details.addEventListener('toggle', () => details.append(fieldsOf(schema)), { once: true })
  return details
}

const jsonOf = content => Object.entries(content ?? {})[0]
const exampleOf = media => media?.example ?? Object.values(media?.examples ?? {})[0]?.value

function code(text) {
  const pre = el('pre', { tabIndex: 0 }, el('code', {}, text))
  const holder = el('div', {}, pre)
  addCopyButton(pre)
  return holder
}

function curlOf(method, path, { parameters = [], requestBody }) {
  const isOperators = place.dataset.url.startsWith('/admin')
  const headers = parameters.filter(({ in: where, required }) => where === 'header' && required)
  const example = exampleOf(jsonOf(requestBody?.content)?.[1])
  const address = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => parameters.find(one => one.name === name)?.example ?? `<${name}>`,
  )
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${addressOf(api)}${address}`,
    isOperators ? '-H "Authorization: Bearer $SVCPAY_OPERATOR_TOKEN"' : '-H "X-Api-Key: $SVCPAY_API_KEY"',
    ...headers.map(({ name, example }) => `-H "${name}: ${example ?? ''}"`),
    ...(example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`]),
  ].join(' \\\n  ')
}

function answersOf(responses) {
  return Object.entries(responses).map(([status, response]) => {
    const { description, content } = resolve(response)
    const [, media] = jsonOf(content) ?? []
    const example = exampleOf(media)
    const details = el('details', {}, el('summary', {}, `${status} `, ...marked(firstLine(description))))
    details.addEventListener(
      'toggle',
      () => {
        details.append(...prose(description))
        if (media && status < 400) details.append(fieldsOf(media.schema))
        if (example !== undefined) details.append(code(JSON.stringify(example, null, 2)))
      },
      { once: true },
    )
    return details
  })
}

const firstLine = text => (text.length > 90 ? `${text.slice(0, text.lastIndexOf(' ', 88))} …` : text)

/** Sends the call from this page. The credential stays in this page's memory. */
function tryIt(method, path, { parameters = [], requestBody }) {
  const field = (name, value, properties = {}) => {
    const input = el(properties.rows ? 'textarea' : 'input', { value, spellcheck: false, ...properties })
    return { input, label: el('label', {}, name, input) }
  }
  const key = field(credential.name, credential.value, { type: 'password', autocomplete: 'off' })
  key.input.addEventListener('input', () => {
    credential.value = key.input.value
  })
  const inputs = parameters.map(({ name, in: where, required, example }) => ({
    name,
    where,
    ...field(name, required && where !== 'query' ? String(example ?? '') : '', {
      required: Boolean(required),
    }),
  }))
  const [type, media] = jsonOf(requestBody?.content) ?? []
  const body = type ? field('Body', JSON.stringify(exampleOf(media) ?? {}, null, 2), { rows: 8 }) : null
  const answer = el('div', { role: 'status' })
  const form = el(
    'form',
    {},
    key.label,
    ...inputs.map(({ label }) => label),
    body?.label,
    el('button', {}, `Send ${method.toUpperCase()}`),
    answer,
  )
  form.addEventListener('submit', async event => {
    event.preventDefault()
    key.input.value = credential.value
    const given = where => inputs.filter(one => one.where === where && one.input.value !== '')
    const url = given('path').reduce(
      (at, { name, input }) => at.replace(`{${name}}`, encodeURIComponent(input.value)),
      path,
    )
    const query = new URLSearchParams(given('query').map(({ name, input }) => [name, input.value]))
    const response = await fetch(query.size > 0 ? `${url}?${query}` : url, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${credential.value}`,
        ...Object.fromEntries(given('header').map(({ name, input }) => [name, input.value])),
        ...(body ? { 'content-type': type } : {}),
      },
      body: body?.input.value,
    }).catch(error => error)
    if (response instanceof Error)
      return answer.replaceChildren(el('p', {}, `No answer: ${response.message}`))
    const text = await response.text()
    answer.replaceChildren(el('p', {}, `${response.status} ${response.statusText}`), code(readable(text)))
  })
  return form
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function bodyOf(method, path, operation, isCallback) {
  const { parameters = [], requestBody, responses, description } = operation
  const media = jsonOf(requestBody?.content)?.[1]
  const left = el('div', {}, ...prose(description))
  if (parameters.length > 0) left.append(el('h4', {}, 'Parameters'), fields(parameters))
  if (media) left.append(el('h4', {}, 'Body'), fieldsOf(media.schema))
  if (!isCallback) left.append(el('h4', {}, 'Answers'), ...answersOf(responses))
  const right = el('div', {})
  if (isCallback) right.append(el('h4', {}, 'Example'), code(JSON.stringify(exampleOf(media), null, 2)))
  else {
    const done = exampleOf(jsonOf(resolve(Object.entries(responses)[0]?.[1])?.content)?.[1])
    right.append(el('h4', {}, 'Example'), code(curlOf(method, path, operation)))
    if (done !== undefined) right.append(code(JSON.stringify(done, null, 2)))
    right.append(el('h4', {}, 'Try it'), tryIt(method, path, operation))
  }
  return el('div', { className: 'body' }, left, right)
}

function callOf(method, path, operation, isCallback = false) {
  const details = el(
    'details',
    { className: 'call', id: operation.operationId },
    el(
      'summary',
      {},
      el('b', { className: 'method' }, isCallback ? 'EVENT' : method.toUpperCase()),
      el('code', {}, path),
      el('span', {}, operation.summary),
    ),
  )
  const fill = () => details.append(bodyOf(method, path, operation, isCallback))
  details.addEventListener('toggle', fill, { once: true })
  return details
}

const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)
for (const { name, description } of api.tags) {
  const own = calls.filter(({ operation }) => operation.tags?.includes(name))
  if (own.length === 0) continue
  place.append(el('h2', { id: name.toLowerCase().replaceAll(' ', '-') }, name), ...prose(description))
  place.append(...own.map(({ method, path, operation }) => callOf(method, path, operation)))
}
const events = Object.entries(api.webhooks ?? {})
if (events.length > 0) {
  place.append(
    el('h2', { id: 'callbacks' }, 'Callbacks'),
    el('p', {}, 'The events that svcpay posts to a merchant’s callback URL.'),
  )
  place.append(...events.map(([type, { post }]) => callOf('post', type, post, true)))
}

function openByAddress() {
  const call = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!call || !place.contains(call)) return
  if (call.matches('.call')) call.open = true
  call.scrollIntoView()
}
addEventListener('hashchange', openByAddress)
openByAddress()
