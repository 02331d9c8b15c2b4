import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { readFirstPage } from './shell/first-page.ts'
import './theme/mantine.css'
import './theme/tokens.css'
import './theme/base.css'
import { theme } from './theme/theme.ts'

const root = document.getElementById('root')
if (root) {
  await readFirstPage(router)
  createRoot(root).render(
    <StrictMode>
      {/* Without <style> elements: their rules are in tokens.css, so that the policy needs no exception. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
