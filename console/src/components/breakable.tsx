/** A name such as `payment_intent.succeeded`, which may break after a dot or an underscore. */
export function Breakable({ text }: { text: string }) {
  let at = 0
  return text.split(/(?<=[._])/).flatMap(part => {
    at += part.length
    return at < text.length ? [part, <wbr key={at} />] : part
  })
}
