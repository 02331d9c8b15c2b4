import { useQuery } from '@tanstack/react-query'
import { type Answer, api, bodyOf } from '../../api/client.ts'

export type CallbackState = Answer<'getCallback'>

export function useCallbackState(merchantId: string) {
  return useQuery({
    queryKey: ['merchant', merchantId, 'callback'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/admin/v1/merchants/{merchantId}/callback', { params: { path: { merchantId } }, signal }),
      ),
  })
}
