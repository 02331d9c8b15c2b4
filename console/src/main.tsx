import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.ts'
import { readFirstPage } from './shell/first-page.ts'
import './theme/tokens.css'
import './theme/base.css'
import { followColorScheme } from './theme/color-scheme.ts'

const root = document.getElementById('root')
if (root) {
  followColorScheme()
  await readFirstPage(router)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
