/** Instances that started together drift apart. */
export function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}
