import type { Session } from '../../session/session.ts'

export interface Restriction {
  why: string
  /** Who does what next. */
  next: string
  /** Whether the merchant can lift it by providing details. */
  needsDetails: boolean
}

/** A processor, by a name that the merchant knows. */
export function processorText(processor: string, sandboxes: Session['sandboxes']): string {
  if (sandboxes.some(sandbox => sandbox.processor === processor)) return 'the sandbox'
  return processor.startsWith('stripe') ? 'Stripe' : 'the processor'
}

/** A restriction in words, for operators or for the merchant itself. */
export function restrictionOf(
  reason: string,
  hasRequirements: boolean,
  isOwn: boolean,
  processor = 'the processor',
): Restriction {
  const who = processor.charAt(0).toUpperCase() + processor.slice(1)
  const account = isOwn ? 'your account' : 'the merchant’s account'
  // a merchant hears a reason such as "fraud" from the processor, not from its platform
  const words = reason.replace(/^rejected\./, '').replaceAll(/[._]/g, ' ')
  const its = isOwn ? '' : reason === 'unknown' ? ' It gives no reason.' : ` Its reason: ${words}.`
  const dashboard = processor === 'Stripe' ? 'dashboard.stripe.com' : processor
  const askSupport =
    processor === 'the sandbox'
      ? 'a sandbox has no support to contact'
      : isOwn
        ? `contact its support, from your dashboard at ${dashboard}`
        : 'the merchant must contact its support'
  if (reason.startsWith('rejected')) {
    return {
      why: `${who} has rejected ${account}.${its}`,
      next: `No payments can be taken. Only ${processor} can change this: ${askSupport}.`,
      needsDetails: false,
    }
  }
  if (reason === 'deauthorized') {
    return {
      why: isOwn
        ? 'Your platform no longer has access to your account: it was disconnected or closed.'
        : 'The platform no longer has access to the merchant’s account: the merchant disconnected it, or it was closed.',
      next: isOwn
        ? 'No payments can be taken. Ask your platform for a new account.'
        : 'No payments can be taken. The merchant needs an account at another processor, or a new merchant here.',
      needsDetails: false,
    }
  }
  if (reason === 'platform_paused') {
    return {
      why: `The platform has paused ${account} at ${processor}.`,
      next: isOwn
        ? 'No payments can be taken. Ask your platform why.'
        : 'No payments can be taken until someone resumes it in the platform’s dashboard at the processor.',
      needsDetails: false,
    }
  }
  if (reason === 'requirements.past_due' || hasRequirements) {
    return {
      why: `${who} has stopped ${account}, because details are missing.`,
      next: `No payments can be taken until ${isOwn ? 'you provide them: choose Continue' : 'the merchant provides them: give it an onboarding link'}.`,
      needsDetails: true,
    }
  }
  if (['requirements.pending_verification', 'under_review', 'listed'].includes(reason)) {
    return {
      why: `${who} is checking ${account}.`,
      next: 'No payments can be taken until it has decided. Nothing needs to be done in the meantime.',
      needsDetails: false,
    }
  }
  return {
    why: `${who} has restricted ${account}.${its}`,
    next: `No payments can be taken. Only ${processor} can change this: ${askSupport}.`,
    needsDetails: false,
  }
}
