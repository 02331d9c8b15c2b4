/** With more bars than this, each is too thin to distinguish. */
const mostBars = 45
const daysOfWeek = 7

/** Whether a plot groups its days into weeks. */
export const isByWeek = (days: readonly unknown[]) => days.length > mostBars

/** Sums of seven days each, counted back from the last, so that only the first can be shorter. */
export function inWeeks<Day extends { at: string }>(days: readonly Day[]): Day[] {
  const inFirst = days.length % daysOfWeek || daysOfWeek
  const weeks: Day[] = []
  for (const [index, day] of days.entries()) {
    const week = weeks.at(-1)
    if (week && (index - inFirst) % daysOfWeek !== 0) weeks[weeks.length - 1] = added(week, day)
    else weeks.push(day)
  }
  return weeks
}

function added<Day extends object>(week: Day, day: Day): Day {
  const sums = Object.entries(day).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, Number(week[name as keyof Day]) + value]] : [],
  )
  return { ...week, ...Object.fromEntries(sums) }
}
