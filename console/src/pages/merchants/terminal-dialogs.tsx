import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Command, command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { NativeSelect, TextInput, type TextInputProps } from '../../components/fields.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useSignedIn } from '../../session/session.ts'

interface TerminalDialogProps {
  merchantId: string
  onClose: () => void
}

/** Read again only after a change made here, because they come from the processor. */
function useDone(merchantId: string, said: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const toast = useToast()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['terminals', merchantId] })
    toast(said)
  }
}

/** Text fields, by name. */
function useTexts<Name extends string>(initial: Record<Name, string>) {
  const [texts, setTexts] = useState(initial)
  const field = (name: Name, label: string, more: TextInputProps = {}) => (
    <TextInput
      label={label}
      maxLength={200}
      {...more}
      value={texts[name]}
      onChange={({ currentTarget: { value } }) => setTexts(before => ({ ...before, [name]: value }))}
    />
  )
  return { texts, field }
}

export function NewLocation({ merchantId }: { merchantId: string }) {
  return (
    <DialogButton label="New location" size="xs">
      {onClose => <NewLocationDialog merchantId={merchantId} onClose={onClose} />}
    </DialogButton>
  )
}

const countryPattern = /^[a-z]{2}$/i

function NewLocationDialog({ merchantId, onClose }: TerminalDialogProps) {
  const initial = { displayName: '', line1: '', city: '', state: '', postalCode: '', country: 'US' }
  const { texts, field } = useTexts(initial)
  const isComplete =
    Object.values(texts).every(text => text.trim() !== '') && countryPattern.test(texts.country)
  return (
    <ConfirmDialog
      title="New location"
      confirmLabel="Create location"
      isDisabled={!isComplete}
      command={command('post', '/admin/v1/merchants/{merchantId}/terminal', {
        path: { merchantId },
        body: { location: texts },
      })}
      onDone={useDone(merchantId, 'Location created')}
      onClose={onClose}
    >
      <p>All fields are required.</p>
      {field('displayName', 'Name', { placeholder: 'Main Street' })}
      {field('line1', 'Street')}
      {field('city', 'City')}
      {field('state', 'State or province')}
      {field('postalCode', 'Postal code', { maxLength: 40 })}
      {field('country', 'Country', { maxLength: 2, description: 'Two letters, such as US' })}
    </ConfirmDialog>
  )
}

interface Locations {
  locations: readonly { id: string; displayName: string }[]
}

/** A reader needs a location, so the button is disabled until there is one. */
export function RegisterReader({ merchantId, locations }: { merchantId: string } & Locations) {
  return (
    <DialogButton label="Register reader" size="xs" disabled={locations.length === 0}>
      {onClose => <RegisterReaderDialog merchantId={merchantId} locations={locations} onClose={onClose} />}
    </DialogButton>
  )
}

function RegisterReaderDialog({ merchantId, locations, onClose }: TerminalDialogProps & Locations) {
  const isSandbox = useSignedIn().sandboxes.length > 0
  const { texts, field } = useTexts({ registrationCode: '', label: '' })
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '')
  const { registrationCode, label } = texts
  return (
    <ConfirmDialog
      title="Register a card reader"
      confirmLabel="Register reader"
      isDisabled={registrationCode.trim() === ''}
      command={command('post', '/admin/v1/merchants/{merchantId}/terminal', {
        path: { merchantId },
        body: { reader: { registrationCode, locationId, ...(label && { label }) } },
      })}
      onDone={useDone(merchantId, 'Reader registered')}
      onClose={onClose}
    >
      {field('registrationCode', 'Registration code', {
        description: isSandbox
          ? 'simulated-wpe registers a test reader'
          : 'The words on the reader’s display',
      })}
      <NativeSelect
        label="Location"
        value={locationId}
        onChange={event => setLocationId(event.currentTarget.value)}
        data={locations.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      />
      {field('label', 'Name', { placeholder: 'Till 1' })}
    </ConfirmDialog>
  )
}

interface Named {
  id: string
  name: string
}

export function RenameTerminal({ merchantId, terminal }: { merchantId: string; terminal: Named }) {
  return (
    <DialogButton label="Rename" size="xs" aria-label={`Rename ${terminal.name}`}>
      {onClose => <RenameDialog merchantId={merchantId} terminal={terminal} onClose={onClose} />}
    </DialogButton>
  )
}

function RenameDialog({ merchantId, terminal, onClose }: TerminalDialogProps & { terminal: Named }) {
  const { texts, field } = useTexts({ name: terminal.name })
  return (
    <ConfirmDialog
      title={`Rename ${terminal.name}`}
      confirmLabel="Rename"
      isDisabled={texts.name.trim() === '' || texts.name === terminal.name}
      command={command('patch', '/admin/v1/merchants/{merchantId}/terminal/{id}', {
        path: { merchantId, id: terminal.id },
        body: texts,
      })}
      onDone={useDone(merchantId, 'Renamed')}
      onClose={onClose}
    >
      {field('name', 'Name')}
    </ConfirmDialog>
  )
}

interface Removable extends Named {
  isReader: boolean
  /** The names of a location's readers. */
  readersThere: readonly string[]
}

export function RemoveTerminal({ merchantId, terminal }: { merchantId: string; terminal: Removable }) {
  return (
    <DialogButton label="Remove" size="xs" aria-label={`Remove ${terminal.name}`}>
      {onClose => <RemoveDialog merchantId={merchantId} terminal={terminal} onClose={onClose} />}
    </DialogButton>
  )
}

function RemoveDialog({ merchantId, terminal, onClose }: TerminalDialogProps & { terminal: Removable }) {
  const { isReader, readersThere } = terminal
  const isInUse = readersThere.length > 0
  const remove: Command = command('delete', '/admin/v1/merchants/{merchantId}/terminal/{id}', {
    path: { merchantId, id: terminal.id },
  })
  return (
    <ConfirmDialog
      title={`Remove ${terminal.name}?`}
      confirmLabel="Remove"
      isDanger
      isDisabled={isInUse}
      command={remove}
      onDone={useDone(merchantId, `${terminal.name} removed`)}
      onClose={onClose}
    >
      {isReader && <p>The reader cannot take payments until it is registered again with a new code.</p>}
      {isInUse && (
        <p>
          This location still has readers: {readersThere.join(', ')}. Remove them first, and register them
          again at another location.
        </p>
      )}
      {!isReader && !isInUse && <p>This location has no readers. You can create it again at any time.</p>}
    </ConfirmDialog>
  )
}
