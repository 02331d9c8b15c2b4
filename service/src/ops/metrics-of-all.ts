import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

interface Asked {
  type: 'svcpay:metrics'
  id: number
}

interface Told extends Asked {
  text: string
}

/** In the first of several processes: lets each of them ask for what all have counted. */
export function shareMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: Asked) => {
    if (message?.type !== 'svcpay:metrics') return
    const tell = (text: string) => worker.isConnected() && worker.send({ ...message, text } satisfies Told)
    all.clusterMetrics().then(tell, () => tell(''))
  })
}

/** What this process has counted, or, if it is one of several behind a port, all of them together. */
export function metricsOfAll(own: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => own.metrics()
  AggregatorRegistry.setRegistries([own])
  new AggregatorRegistry() // answers when the first process asks for ours
  let asked = 0
  return async () => {
    asked += 1
    const id = asked
    const text = await new Promise<string>(resolve => {
      const listen = (message: Told) => {
        if (message?.type !== 'svcpay:metrics' || message.id !== id) return
        process.off('message', listen)
        resolve(message.text)
      }
      process.on('message', listen)
      process.send?.({ type: 'svcpay:metrics', id } satisfies Asked)
    })
    // a process that just ended did not answer in time: better one part than nothing
    return text || (await own.metrics())
  }
}
