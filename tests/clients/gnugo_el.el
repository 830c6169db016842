;;; gnugo_el.el --- A whole game in Emacs' gnugo.el  -*- lexical-binding: t -*-

;; usage: QUINTET=PROGRAM emacs --batch -L FOLDER -l gnugo_el.el
;;   FOLDER    that of gnugo.el (tested: 3.1.2)
;; Black's moves, which the engine suggests, are made by the client's commands at the point on its board; it replies
;; until both have passed. All 81 points have to be where the client looks for them. Exit status: 0 if it is so.

(setq gnugo-program (getenv "QUINTET"))
(require 'cl-lib)
(require 'gnugo)

(defun answer (&rest _)
  "Returns the options of the program, which gnugo.el asks for."
  "--boardsize 9 --level 1 --seed 1 --rule ko=simple --rule repetition=none")

(defun settle ()
  "Waits until the engine, which a timer of the client asks, has replied."
  (let ((left 600))
    (while (and (> left 0)
                (not (gnugo-get :game-over))
                (or (gnugo-get :waiting) (string= (gnugo-current-player) "white")))
      (accept-process-output nil 0.05)
      (setq left (1- left)))))

(defun points ()
  "Returns the number of points that the client finds on its board."
  (cl-loop for place from (point-min) below (point-max) count (get-text-property place 'gnugo-position)))

(condition-case failure
    (cl-letf (((symbol-function 'read-string) #'answer)
              ((symbol-function 'y-or-n-p) (lambda (&rest _) t))
              ((symbol-function 'completing-read) (lambda (&rest _) "black")))
      (gnugo t)
      (settle)
      (unless (= (points) 81)
        (error "The client finds %d points" (points)))
      (let ((moves 0))
        (while (and (< moves 200) (not (gnugo-get :game-over)))
          (let ((place (gnugo-query "reg_genmove black")))
            (if (string= (upcase place) "PASS")
                (gnugo-pass)
              (gnugo-goto-pos place)
              (unless (string= (gnugo-position) place)
                (error "%s is where the client has %s" place (gnugo-position)))
              (gnugo-move)))
          (settle)
          (setq moves (1+ moves)))
        (unless (gnugo-get :game-over)
          (error "The game does not end"))
        (message "gnugo.el: a game with %d moves of Black, final score %s" moves (gnugo-query "final_score"))))
  (error (message "gnugo.el: %S\n%s" failure (buffer-string))
         (kill-emacs 1)))
