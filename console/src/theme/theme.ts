import { createTheme, Drawer, type MantineTheme, Modal, type VariantColorsResolver } from '@mantine/core'

/** Colors are variables in tokens.css, so light and dark need nothing here. */
const variantColorResolver: VariantColorsResolver = () => ({
  background: 'transparent',
  hover: 'var(--quiet-wash)',
  color: 'var(--ink)',
  border: '1px solid transparent',
})

/** A rule in base.css locks scrolling instead. */
const noScrollLock = { lockScroll: false, transitionProps: { duration: 120 } }

export const theme: Partial<MantineTheme> = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 4 },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Modal: Modal.extend({ defaultProps: { ...noScrollLock, centered: true, radius: 'lg' } }),
    Drawer: Drawer.extend({ defaultProps: noScrollLock }),
  },
}) as Partial<MantineTheme>
