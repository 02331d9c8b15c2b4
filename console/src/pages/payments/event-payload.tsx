import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { EmptyState, ProblemNote } from '../../components/notes.tsx'
import { Payload } from '../../components/payload.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

interface EventPayloadProps {
  merchantId: string
  eventId: string
}

/** It never changes, so it is read once. */
export const eventPayloadQuery = (merchantId: string, eventId: string) => ({
  queryKey: ['event-payload', merchantId, eventId],
  queryFn: () =>
    bodyOf(
      api.GET('/admin/v1/merchants/{merchantId}/events/{eventId}', {
        params: { path: { merchantId, eventId } },
      }),
    ),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The processor's payload. */
export function EventPayload({ merchantId, eventId }: EventPayloadProps) {
  const { data, error } = useQuery(eventPayloadQuery(merchantId, eventId))
  if (error instanceof ApiProblem && error.code === 'invalid_state') {
    return <EmptyState title="Removed by retention">{error.message}</EmptyState>
  }
  if (error) return <ProblemNote error={error} />
  if (!data) return <Skeleton height="10rem" />
  return <Payload value={data.payload} label="As the processor sent it" />
}
