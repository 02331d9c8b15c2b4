interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

type ItemOf<P> = P extends Page<infer Item> ? Item : never

/** Await it for one page, or iterate over all items with `for await`, which reads further pages as needed. */
export interface PagedList<P> extends Promise<P>, AsyncIterable<ItemOf<P>> {}

/** The first page is requested at once, as with any other call. */
export function pagedList<P extends Page<unknown>>(
  first: Promise<P>,
  next: (cursor: string) => Promise<P>,
): PagedList<P> {
  async function* items() {
    let page = await first
    for (;;) {
      for (const item of page.data) yield item as ItemOf<P>
      if (page.nextCursor === null) return
      page = await next(page.nextCursor)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
