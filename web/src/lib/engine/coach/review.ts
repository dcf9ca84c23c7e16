// The review of a match by the compiled coach, as tablee.coach.review makes it: the same numbers for the
// same seed. The facts about dice and cards, which Python counts in each game, are left out.
import type { Judgement, Ply as Reviewed, Review, Verdict } from "../../after/review";
import type { Saying } from "../../wire";
import { CHANCE, type Rules } from "../rules";
import { Comparison, SURE, type Estimate } from "./compare";
import { accountsOf } from "./ledger";
import { FEWEST, Sampler, type Estimated } from "./sampling";

const MOST_EACH = 40_000; // simulations for one decision, however short the match is
const CHANCE_PART = 0.5; // what a chance event gets, if a decision gets 1
const POSITION_TREES = 3;
const GOLDEN = 0x9e3779b97f4a7c15n; // keeps the seeds of plies apart
const LIMITS: [number, Verdict][] = [[0.005, "fine"], [0.03, "inaccuracy"], [0.08, "mistake"]];

/** A finished match: the plies that were not undone, and what each seat won. */
export interface Course {
  plies: { number: number; before: any; code: number }[];
  shares: number[];
  options: Record<string, unknown>;
  names: string[];
}

/** The findings on one ply: a verdict, what the best move would have changed, and values around it. */
export interface Finding {
  judgement?: Judgement;
  gap?: Estimated;
  before?: Estimated;
  after?: Estimated;
}

interface Ply {
  number: number;
  actor: number; // a seat, from 1, or CHANCE
  before: any;
  code: number;
  kind: Reviewed["kind"];
}

export class Reviewer {
  private readonly plies: Ply[];
  private readonly deal: number; // plies before the first decision
  private readonly each: number;

  constructor(
    private readonly rules: Rules<any>,
    private readonly course: Course,
    private readonly budget = rules.manifest.coaching.review,
    private readonly seed = 0n,
  ) {
    this.plies = course.plies.map((ply) => ({ ...ply, ...this.kindOf(ply.before) }));
    const first = this.plies.findIndex(({ kind }) => kind === "decision");
    this.deal = first < 0 ? this.plies.length : first;
    const chances = this.plies.slice(this.deal).filter(({ kind }) => kind === "chance").length + 2;
    const decisions = this.plies.filter(({ kind }) => kind === "decision").length;
    this.each = Math.min(MOST_EACH, budget / (decisions + CHANCE_PART * chances));
  }

  get count(): number {
    return this.plies.length;
  }

  private kindOf(before: any): Pick<Ply, "actor" | "kind"> {
    const actor = this.rules.toAct(before);
    if (actor === CHANCE) return { actor, kind: this.rules.chances(before).length > 1 ? "chance" : "forced" };
    return { actor: actor + 1, kind: this.rules.legal(before).length > 1 ? "decision" : "forced" };
  }

  // --- findings --------------------------------------------------------------------------------------

  /** The findings on a ply; each is made by itself. */
  find(index: number): Finding {
    const ply = this.plies[index]!;
    if (ply.kind === "decision") return this.judge(ply, index);
    const evaluated = index > 0 && this.plies[index - 1]!.kind === "decision" && this.seesAll(this.plies[index - 1]!);
    if (ply.kind === "forced" || (index > 0 && index < this.deal) || evaluated) return {};
    const sampler = this.sampler(ply.before, index);
    return { before: sampler.evaluation(sampler.sample(this.few, { trees: POSITION_TREES })) };
  }

  private get few(): number {
    return Math.max(FEWEST, Math.floor(CHANCE_PART * this.each));
  }

  private sampler(state: any, index: number): Sampler<any> {
    const seed = BigInt.asUintN(64, this.seed + GOLDEN * BigInt(index + 1));
    return new Sampler(this.rules, state, this.course.options, seed);
  }

  private seesAll({ before, actor }: Ply): boolean {
    return String(Object.values(this.rules.observe(before, actor - 1))) === String(Object.values(before));
  }

  /** Judge a decision by what its seat could know, and evaluate its effect. */
  private judge(ply: Ply, index: number): Finding {
    const { rules } = this;
    const seat = ply.actor - 1;
    const seen = rules.observe(ply.before, seat);
    const comparison = new Comparison(rules, seen, this.sampler(seen, index), Math.floor(this.each), [ply.code]);
    const better = comparison.challenger(ply.code);
    const gap = comparison.gap(better, ply.code);
    const [loss, error] = [gap.wins[seat]!, gap.errors[seat]!];
    const counted = loss > SURE * error ? loss : 0;
    const verdict = verdictOn(loss, error);
    const best = counted ? better : ply.code;
    const moves = comparison.ranked(best);
    const judgement: Judgement = {
      verdict, best: rules.notation.text(best), loss, loss_error: error, counted,
      moves: moves
        .filter(({ code }) => comparison.finalists.includes(code))
        .map(({ code, wins, error, loss }) => ({ move: rules.notation.text(code), wins, wins_error: error, loss })),
      why: verdict === "best" || verdict === "fine" ? [] : [this.whyNot(moves, best, ply.code)],
    };
    if (this.seesAll(ply)) return { judgement, ...(counted && { gap }), after: comparison.evaluation(ply.code) };
    return { judgement, ...(counted && { gap: this.openGap(ply.before, index, better, ply.code) }) };
  }

  /** The difference of two moves with nothing hidden. */
  private openGap(state: any, index: number, better: number, worse: number): Estimated {
    const sampler = this.sampler(state, index);
    const [one, other] = [better, worse].map((code) => sampler.sample(this.few, { code, trees: POSITION_TREES }));
    return sampler.paired(one!, other!);
  }

  private whyNot(moves: Estimate[], best: number, played: number): Saying {
    const of = (code: number) => moves.find((one) => one.code === code)!;
    const [one, other] = [of(best), of(played)];
    return {
      key: other.loss <= SURE * other.lossError ? "coach.why_not_close" : "coach.why_not",
      values: {
        best: this.rules.notation.text(best), move: this.rules.notation.text(played),
        wins: { wins: one.wins }, others: { wins: other.wins }, loss: { chance: other.loss }, error: { chance: other.lossError },
      },
    };
  }

  // --- the whole -------------------------------------------------------------------------------------

  /** The review, once there are findings on all plies. */
  conclude(findings: Finding[]): Review {
    const { rules, course, plies } = this;
    const [values, errors] = this.valuesAlong(findings);
    const entries = plies.map(({ actor }, index) => {
      const { judgement, gap } = findings[index]!;
      const doubt = judgement && gap ? gap.errors.map((error, seat) => (seat === actor - 1 ? judgement.loss_error : error)) : null;
      return { actor, counted: judgement?.counted ?? 0, doubt };
    });
    return {
      game: rules.manifest.name, names: course.names, deal: this.deal, finished: true, simulations: this.budget,
      seed: Number(this.seed), values, errors,
      accounts: accountsOf(values, errors[0]!, entries),
      plies: plies.map(({ number, actor, code, kind }, index) => {
        const { judgement } = findings[index]!;
        return { number, actor, move: rules.notation.text(code), kind, ...(judgement && { judgement }) };
      }),
    };
  }

  /** The value of every position for every seat, with errors, from the result backwards. */
  private valuesAlong(findings: Finding[]): [number[][], number[][]] {
    const { shares } = this.course;
    const [values, errors] = [[shares], [shares.map(() => 0)]];
    for (let index = this.plies.length - 1; index >= 0; index--) {
      const { before, gap } = findings[index]!;
      const chance = this.plies[index]!.kind === "chance";
      const evaluation = before ?? (index > 0 && chance ? findings[index - 1]!.after : undefined);
      const [value, error] = [values[0]!, errors[0]!];
      if (evaluation) {
        values.unshift(evaluation.wins);
        errors.unshift(evaluation.errors);
      } else {
        values.unshift(gap ? value.map((v, seat) => Math.min(1, Math.max(0, v + gap.wins[seat]!))) : value);
        errors.unshift(gap ? error.map((e, seat) => (e * e + gap.errors[seat]! ** 2) ** 0.5) : error);
      }
    }
    return [values, errors];
  }
}

/** The verdict on a loss against the best other move, as far as it is beyond noise. */
function verdictOn(loss: number, error: number): Verdict {
  if (loss <= 0) return "best";
  const sure = loss - SURE * error;
  return LIMITS.find(([limit]) => sure < limit)?.[1] ?? "blunder";
}
