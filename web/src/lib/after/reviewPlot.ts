// The layout of the chart of chances along a match; lengths are in CSS pixels.
import { shownRows, type Review } from "./review";

export interface Plot {
  rows: number[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (row: number) => number;
  y: (value: number) => number;
}

export function plotOf(review: Review, width: number, height: number, low: boolean): Plot {
  const rows = shownRows(review);
  const place = new Map(rows.map((row, index) => [row, index]));
  const [left, right] = [low ? 12 : 52, Math.max(80, width - 26)];
  const [top, bottom] = [low ? 10 : 58, height - (low ? 10 : 28)];
  return {
    rows, left, right, top, bottom,
    // Rows of the deal lie where the deal is over.
    x: (row) => left + ((right - left) * (place.get(row) ?? 1)) / Math.max(1, rows.length - 1),
    y: (value) => bottom - (bottom - top) * Math.min(1, Math.max(0, value)),
  };
}

/** The row that is drawn nearest to a place. */
export function nearestRow(plot: Plot, x: number): number {
  const share = (x - plot.left) / (plot.right - plot.left);
  const index = Math.round(share * (plot.rows.length - 1));
  return plot.rows[Math.min(plot.rows.length - 1, Math.max(0, index))]!;
}

/** The line of a seat, numbered from 0. */
export function lineOf(review: Review, plot: Plot, seat: number): string {
  return plot.rows
    .map((row) => `${plot.x(row).toFixed(1)},${plot.y(review.values[row]![seat]!).toFixed(1)}`)
    .join(" ");
}

/** The band of one standard error around it. */
export function bandOf(review: Review, plot: Plot, seat: number): string {
  const edge = (sign: number) => (row: number) => {
    const value = review.values[row]![seat]! + sign * review.errors[row]![seat]!;
    return `${plot.x(row).toFixed(1)},${plot.y(value).toFixed(1)}`;
  };
  return [...plot.rows.map(edge(1)), ...plot.rows.map(edge(-1)).reverse()].join(" ");
}

/** The positions of the labels at the ends of the lines, without overlaps. */
export function endsOf(review: Review, plot: Plot, gap: number): number[] {
  const last = review.values.at(-1)!;
  const order = last.map((_, seat) => seat).sort((a, b) => last[b]! - last[a]! || a - b);
  const heights = order.map((seat) => plot.y(last[seat]!));
  for (let i = 1; i < heights.length; i++) heights[i] = Math.max(heights[i]!, heights[i - 1]! + gap);
  for (let i = heights.length - 1, most = plot.bottom; i >= 0; i--, most = heights[i + 1]! - gap) {
    heights[i] = Math.min(heights[i]!, most);
  }
  const found: number[] = [];
  order.forEach((seat, place) => (found[seat] = heights[place]!));
  return found;
}
