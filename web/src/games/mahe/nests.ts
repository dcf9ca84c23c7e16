// Eggs on their way from the board to the nest of a seat, which is elsewhere on the page.
import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import type { Point } from "./geometry";

const FLIGHT = 1.5; // movements
const SMALL = 0.22; // of the size, on arrival
const LIFT = 70;

interface Flight {
  seat: number;
  instead?: Point; // on the board, where the page shows no seats
  duration: number;
  delay?: number;
}

/** Out of the board to the card of a seat. */
export function toNest(node: SVGElement, { seat, instead, duration, delay = 0 }: Flight): TransitionConfig {
  const place = node.parentNode as SVGGElement;
  const to = nestOf(seat, place) ?? (instead && onBoard(instead, place));
  if (!to) return { duration: 0 };
  return {
    duration: FLIGHT * duration,
    delay,
    easing: cubicInOut,
    css: (t, u) => {
      const [right, down] = [to.x * u, to.y * u - LIFT * Math.sin(Math.PI * u)];
      const scale = SMALL + (1 - SMALL) * t;
      return `transform: translate(${right}px, ${down}px) scale(${scale}); opacity: ${Math.min(1, 8 * t)}`;
    },
  };
}

/** Where the card of a seat is, seen from a place on the board; none if the page doesn't show it. */
function nestOf(seat: number, place: SVGGElement): Point | undefined {
  const nest = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!nest?.width) return undefined;
  const middle = new DOMPoint(nest.x + nest.width / 2, nest.y + nest.height / 2);
  return middle.matrixTransform(place.getScreenCTM()!.inverse());
}

/** A point of the board, seen from a place on it. */
function onBoard(point: Point, place: SVGGElement): Point {
  const seen = new DOMPoint(point.x, point.y).matrixTransform(place.ownerSVGElement!.getScreenCTM()!);
  return seen.matrixTransform(place.getScreenCTM()!.inverse());
}
