/** Shows the bank's page in a dialog over the merchant's page, until the shopper has answered it. */
export async function showAction(url: string, intent: string, giveUp: () => Promise<void>): Promise<void> {
  const frame = document.createElement('iframe')
  frame.src = url
  frame.title = 'Confirm the payment with your bank'
  Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block' })
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', frame.title)
  Object.assign(dialog.style, {
    border: '0',
    padding: '0',
    width: 'min(27rem, 94vw)',
    height: 'min(24.5rem, 90vh)',
    borderRadius: '14px',
    overflow: 'hidden',
    boxShadow: '0 20px 60px rgb(0 0 0 / 35%)',
  })
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  const { origin } = new URL(url)
  await new Promise<void>(resolve => {
    const heard = ({ source, origin: from, data }: MessageEvent) => {
      if (source !== frame.contentWindow || from !== origin || data?.sandboxAction !== intent) return
      window.removeEventListener('message', heard)
      resolve()
    }
    window.addEventListener('message', heard)
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      window.removeEventListener('message', heard)
      void giveUp().finally(resolve)
    })
  })
  dialog.remove()
}
