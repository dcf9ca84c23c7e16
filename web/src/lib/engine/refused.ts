// Why something is not done, in no language yet: what the worker and the engine throw.
export class Refused extends Error {
  constructor(
    readonly key: string,
    readonly values: Record<string, unknown> = {},
    readonly paragraph: string | null = null,
    readonly instead: string[] = [],
    readonly stale = false,
  ) {
    super(key);
  }
}
