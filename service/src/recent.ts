/** A map of limited size that drops the least recently used entries. */
export class Recent<Value> extends Map<string, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override get(key: string): Value | undefined {
    const value = super.get(key)
    // A map keeps the order in which its keys were added.
    if (value !== undefined && this.delete(key)) super.set(key, value)
    return value
  }

  override set(key: string, value: Value): this {
    this.delete(key)
    const [oldest] = this.size < this.#most ? [] : this.keys()
    if (oldest !== undefined) this.delete(oldest)
    return super.set(key, value)
  }
}
