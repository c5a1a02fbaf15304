; fretsaw 0.1.0 (Z3 5.3.2)
; HalvesChecks.tebl:15: check once reachable in max 3 steps;
; the last state is not the goal
; 
; ==== HalvesChecks.tebl
; module HalvesChecks
; 
; import Halves
; 
; state twice {
;     used Tank with step == 3;
; }
; 
; check twice unreachable in max 4 steps using events Tank.fill, Tank.halve;
; 
; state once {
;     used Tank with step == 2, part in {3.0};
; }
; 
; check once reachable in max 3 steps;
; 
; state full {
;     full Tank;
; }
; 
; check full unreachable in max 3 steps;
; 
; state begun {
;     used Tank with whole == 7.5, step == 1;
; }
; 
; check once unreachable from begun in max 2 steps;
; 
; state above {
;     used Tank with part > 1.5, whole > 7.5, step == 1;
; }
; 
; state next {
;     used Tank with step == 2;
; }
; 
; check next reachable from above in max 3 steps using events Tank.count;
; 
; state sealed {
;     sealed Tank with id == 1;
;     used Tank with id == 2;
; }
; 
; check sealed reachable in max 3 steps;
; 
; 
; ==== Halves.ebl
; module Halves
; 
; // Whole numbers beside others: what a field cannot keep disables its event, whether anybody asks for the field or not.
; specification Tank {
;     fields {
;         id: Integer @key
;         step: Integer
;         whole: Integer
;         part: Real
;     }
; 
;     events {
;         fill[]
;         halve[]
;         count[]
;         top[]
;         seal[]
;     }
; 
;     lifeCycle {
;         initial empty -> used: fill
; 
;         used -> used: halve, count
;              -> full: top
;              -> sealed: seal
; 
;         final full
;         final sealed
;     }
; }
; 
; event fill() {
;     postconditions {
;         new this.step == 1;
;         new this.whole == 6.0;
;         new this.part == 3;
;     }
; }
; 
; event halve() {
;     postconditions {
;         new this.step == this.step + 1;
;         new this.whole == this.whole * 0.5;
;         new this.part == this.part;
;     }
; }
; 
; event count() {
;     postconditions {
;         new this.step == this.step + 1;
;     }
; }
; 
; event top() {
;     postconditions {
;         new this.step == 9;
;         new this.whole == 1.5;
;     }
; }
; 
; // Only where it cannot be topped.
; event seal() {
;     sync {
;         not Tank[2].top();
;     }
; }
; 

