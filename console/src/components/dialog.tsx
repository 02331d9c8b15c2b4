import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A dialog that is made when it is first opened: a closed one takes as long to draw as several rows of a list. */
export function Dialog(props: ModalProps) {
  const isMade = useMade(props.opened)
  if (!props.opened && !isMade) return null
  return <Modal {...props} opened={props.opened && isMade} />
}

/** Whether it was opened before. It is made closed and then opens, because only so it returns the focus. */
export function useMade(isOpened: boolean): boolean {
  const [isMade, setMade] = useState(false)
  useEffect(() => {
    if (isOpened) setMade(true)
  }, [isOpened])
  return isMade
}
